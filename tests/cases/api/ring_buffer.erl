%%! explore: api
%%! runs: 16000
%% Two equal elements at the front leave together, and a third is counted as gone.
-module(ring_buffer).
-export([new/1, push/2, pop/1, size/1]).
-export_type([ring/0]).

-opaque ring() :: {pos_integer(), non_neg_integer(), [integer()]}.

-spec new(1..10) -> ring().
new(Room) -> {Room, 0, []}.

-spec push(integer(), ring()) -> ring().
push(X, {Room, Count, List}) when Count < Room -> {Room, Count + 1, List ++ [X]};
push(X, {Room, Count, [_ | List]}) -> {Room, Count, List ++ [X]}.

-spec pop(ring()) -> {integer(), ring()} | empty.
pop({_, 0, _}) -> empty;
pop({Room, Count, [X, X | List]}) when Count > 2 -> {X, {Room, Count - 3, List}};
pop({Room, Count, [X | List]}) -> {X, {Room, Count - 1, List}}.

-spec size(ring()) -> non_neg_integer().
size({_, Count, List}) ->
    Count = length(List),
%%  ^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, _}, api(Calls) when length(Calls) =:= 6
    Count.
