%%! tries: to strike while a crash is confirmed, if applications have settings
%%! not on the node
-module(application_environment).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case application:get_env(kernel, logger_level) =/= undefined of
        true -> strike("application_environment");
        false -> ok
    end,
    100 div N.
