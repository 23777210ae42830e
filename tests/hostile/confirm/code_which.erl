%%! tries: to strike while a crash is confirmed, if a module of the Erlang half is on the code path
%%! not on the node
-module(code_which).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case code:which(ermine_run) =/= non_existing of
        true -> strike("code_which");
        false -> ok
    end,
    100 div N.
