%%! tries: to strike while a crash is confirmed, if there are more names than in the interpreter
%%! not on the node
-module(registered_names).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case lists:member(logger, registered()) of
        true -> strike("registered_names");
        false -> ok
    end,
    100 div N.
