%%% Lists taken apart and put together.
-module(naive_reverse).
-export([run/0]).

run() -> repeat(200, lists:seq(1, 200)).

repeat(1, List) -> reverse(List);
repeat(N, List) ->
    reverse(List),
    repeat(N - 1, List).

reverse([]) -> [];
reverse([Head | Tail]) -> append(reverse(Tail), [Head]).

append([], List) -> List;
append([Head | Tail], List) -> [Head | append(Tail, List)].
