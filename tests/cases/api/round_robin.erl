%%! explore: api
%%! runs: 1000
%% After the last one it is the turn of one behind it.
-module(round_robin).
-export([new/1, next/1, skip/2]).
-export_type([turns/0]).

-opaque turns() :: {tuple(), atomics:atomics_ref()}.

-spec new([atom(), ...]) -> turns().
new(Names) -> {list_to_tuple(Names), atomics:new(1, [])}.

-spec next(turns()) -> atom().
next({Names, Turn}) ->
    case atomics:add_get(Turn, 1, 1) of
        Last when Last =:= tuple_size(Names) ->
            ok = atomics:put(Turn, 1, 0),
            element(Last, Names);
        Index ->
            element(Index, Names)
%%          ^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, api(Calls) when length(Calls) =< 3
    end.

-spec skip(1..100, turns()) -> ok.
skip(Count, {_, Turn}) -> atomics:add(Turn, 1, Count).
