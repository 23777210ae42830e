%% Erlang's order of all terms: every pair of a set of odd terms compared with every operator, and
%% what sorting, max, min and the ordered containers make of it.
-module(term_order).
-export([main/0]).

main() ->
    Terms = terms(),
    [{sorted, lists:sort(lists:reverse(Terms))},
     {less, [[if A < B -> 1; true -> 0 end || B <- Terms] || A <- Terms]},
     {equal, [[case {A == B, A =:= B} of {false, false} -> 0; {true, false} -> 1; {true, true} -> 2 end
         || B <- Terms] || A <- Terms]},
     {consistent, [{A, B} || A <- Terms, B <- Terms,
         (A =< B) =/= not (A > B) orelse (A >= B) =/= not (A < B) orelse (A == B) =/= ((A =< B) and (A >= B)) orelse (A /= B) =:= (A == B)]},
     {transitive, [{A, B, C} || A <- Terms, B <- Terms, A < B, C <- Terms, B < C, not (A < C)]},
     {largest, lists:max(Terms)},
     {smallest, lists:min(Terms)},
     {ordsets, ordsets:from_list([1, 1.0, b, a, 1])},
     {gb_sets, gb_sets:to_list(gb_sets:from_list([2, 1.0, 1, b]))},
     {gb_trees, gb_trees:to_list(lists:foldl(fun({K, V}, T) -> gb_trees:enter(K, V, T) end,
         gb_trees:empty(), [{1, a}, {1.0, b}, {x, c}]))},
     {orddict, orddict:from_list([{b, 1}, {a, 2}, {1.5, 3}, {b, 4}])},
     {improper, lists:sort([[1 | 2], [1, 2], [1], [1 | a], [1 | <<>>], []])},
     {tuples, lists:sort([{1, 2, 3}, {9}, {}, {a, b}, {1, z}, {1, 2.0, 3}])},
     {bits, lists:sort([<<1:1>>, <<0:2>>, <<>>, <<128>>, <<"a">>, <<"ab">>, <<97:7>>, <<0:3>>, <<1>>])}].

terms() ->
    [0, 1, -1, 1.0, 0.5, 1 bsl 64, 1.8446744073709552e19, -(1 bsl 64), a, b, ab, '', true, {}, {a},
        {a, b}, {b}, [], [a], [a | b], "a", [1.0], [1],
     #{}, #{a => 1}, #{a => 1.0}, #{b => 0}, #{1 => a}, #{1.0 => a}, <<>>, <<"a">>, <<1:1>>, <<0:7>>,
         fun lists:map/2, fun lists:foldl/3].
