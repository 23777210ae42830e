%%! tries: to strike while a crash is confirmed, if the current folder is another
%%! not on the node
-module(current_folder).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case file:get_cwd() =/= {ok, "/"} of
        true -> strike("current_folder");
        false -> ok
    end,
    100 div N.
