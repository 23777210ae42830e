%%! tries: to strike while a crash is confirmed, if the pid is another than in the interpreter
%%! not on the node
-module(own_pid).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case pid_to_list(self()) =/= "<0.105.0>" of
        true -> strike("own_pid");
        false -> ok
    end,
    100 div N.
