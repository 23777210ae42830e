%%! tries: to strike while a crash is confirmed, if chance has another seed than in the interpreter
%%! not on the node
-module(chance).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case rand:uniform(1000000) =/= 754326 of
        true -> strike("chance");
        false -> ok
    end,
    100 div N.
