%%! explore: foo/1
%% The order of terms: 42.0 is neither above 42, nor 42 itself, nor below it.
-module(comparison_with_literal).
-export([foo/1]).
%%! seed: [[17]]

foo(L) -> lists:foreach(fun fcmp/1, L).

fcmp(X) ->
    case cmp(X) of
%%       ^^^^^^ crash: error:{case_clause, eq}, foo([42])
        gt -> ok;
        lt -> ok
    end.

cmp(X) when X > 42 -> gt;
%%^ crash: error:function_clause, foo([42.0])
cmp(42) -> eq;
cmp(X) when X < 42 -> lt.

%%! crash in lists: error:function_clause, foo(X) when not is_list(X)
%%! depth: 15
