%%! explore: f/1
%% An element of the list that is returned is zero for one element of the list that is given.
-module(result_with_a_wrong_element).
-export([f/1]).
-spec f([1..1000000]) -> [pos_integer()].
f(L) -> [X - 777777 || X <- L, X >= 777777].
%%! depth: 8
%%! spec violation: f(L) when length(L) > 0
