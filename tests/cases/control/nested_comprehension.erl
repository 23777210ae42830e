%%! explore: pairs/1
%% Two generators: all pairs of a list with itself.
-module(nested_comprehension).
-export([pairs/1]).

-spec pairs([0..20]) -> [integer()].
pairs(List) -> [check(X, Y) || X <- List, Y <- List, X < Y].

check(X, Y) when Y =:= 2 * X + 1, X > 6 -> error({found, X});
%%                                         ^^^^^^^^^^^^^^^^^ crash: error:{found, _}, pairs(L) when length(L) =:= 2
check(X, Y) -> X * Y.

%%! depth: 12
%%! covers: all
