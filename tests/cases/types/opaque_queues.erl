%%! explore: f/1
%%! depth: 20
-module(opaque_queues).
-export([f/1]).
-spec f(queue:queue(1..3)) -> {1..3 | none, queue:queue(1..3)}.
f(Queue) ->
    case queue:out(Queue) of
        {{value, 3}, _} -> error(three);
%%                         ^^^^^^^^^^^^ crash: error:three, f(_)
        {{value, N}, Rest} -> {N, Rest};
        {empty, Same} -> {none, Same}
    end.
