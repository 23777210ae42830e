%%! explore: bar/1
%% The sum of a list that must be long enough first.
-module(sum_of_a_long_list).
-export([bar/1]).
%%! seed: [[]]

-spec bar([integer()]) -> ok.
bar(L) when length(L) < 4 -> ok;
bar(L) -> fcmp(lists:sum(L)).

fcmp(X) ->
    case cmp(X) of
%%       ^^^^^^ crash: error:{case_clause, eq}, bar([A, B, C, D]) when A + B + C + D =:= 42
        gt -> ok;
        lt -> ok
    end.

cmp(X) when X > 42 -> gt;
cmp(42) -> eq;
cmp(X) when X < 42 -> lt.

%%! depth: 15
%%! covers: all
