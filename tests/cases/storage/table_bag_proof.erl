%%! explore: f/2
%% A bag has an object once; deleting it leaves the others.
-module(table_bag_proof).
-export([f/2]).

-spec f(integer(), integer()) -> ok.
f(A, B) ->
    T = ets:new(t, [bag]),
    ets:insert(T, {k, A}),
    ets:insert(T, {k, B}),
    Size = case A =:= B of true -> 1; false -> 2 end,
    Size = length(ets:lookup(T, k)),
    ets:delete_object(T, {k, A}),
    Rest = ets:lookup(T, k),
    Rest = [{k, B} || A =/= B],
    ok.

%%! verdict: proved
