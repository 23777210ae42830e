%%% A thousand processes in a ring, and a message that goes around a hundred times.
-module(ring).
-export([run/0]).

run() ->
    First = lists:foldl(fun(_, Next) -> spawn(fun() -> forward(Next) end) end, self(), lists:seq(1, 1000)),
    First ! 100,
    rounds(First).

forward(Next) ->
    receive
        0 -> Next ! 0;
        N ->
            Next ! N,
            forward(Next)
    end.

rounds(First) ->
    receive
        0 -> done;
        N ->
            First ! N - 1,
            rounds(First)
    end.
