%% Sorting: the library's functions, hand-written sorts, stability, mixed terms, custom orders.
-module(sorting).
-export([main/0]).

main() ->
    Numbers = numbers(2000),
    Sorted = lists:sort(Numbers),
    [{same, [Sort(Numbers) =:= Sorted || Sort <- [fun quick/1, fun merge/1, fun insertion/1, fun heap/1,
        fun tree/1, fun radix/1]]},
     {hash, erlang:phash2(Sorted)},
     {hundred_thousand, erlang:phash2(lists:sort(numbers(100000)))},
     {mixed, lists:sort([b, 1, "a", <<"x">>, {1}, #{}, 1.0, a, [], {0, 1}, <<1:3>>, "", 2, {}, #{a => 1},
         -1.5, [1 | 2]])},
     {stable, lists:sort(fun({A, _}, {B, _}) -> A =< B end, [{N rem 3, N} || N <- lists:seq(1, 10)])},
     {not_stable_on_purpose, lists:sort(fun({A, _}, {B, _}) -> A < B end,
         [{N rem 3, N} || N <- lists:seq(1, 10)])},
     {descending, lists:sort(fun erlang:'>='/2, [3, 1, 2, 3])},
     {keysort, lists:keysort(2, [{c, 2}, {a, 1}, {b, 2}, {d, 1.0}, {e, 1}])},
     {ukeysort, lists:ukeysort(1, [{1, a}, {1.0, b}, {2, c}, {2, d}])},
     {usort, lists:usort([3, 1.0, 2, 1, 3, 2.0])},
     {usort_with_fun, lists:usort(fun(A, B) -> A rem 5 =< B rem 5 end, lists:seq(1, 12))},
     {merge, {lists:merge([1, 3, 5], [2, 3, 6]), lists:umerge([1, 3], [1, 2, 3]),
         lists:merge3([1, 4], [2, 5], [3, 6]), lists:keymerge(1, [{1, a}], [{1, b}, {2, c}]),
         lists:merge([[2, 4], [1, 3], [0, 5]])}},
     {rmerge, lists:reverse(lists:merge(fun(A, B) -> A >= B end, [5, 3, 1], [4, 2]))},
     {nearly_sorted, lists:sort([1, 2, 3, 5, 4, 6, 7, 9, 8])},
     {runs, lists:sort(lists:seq(1, 20) ++ lists:seq(10, 1, -1) ++ lists:seq(5, 15))},
     {errors, [try lists:sort(X) catch error:R -> R end || X <- [[1 | 2], atom, {1, 2}]]},
     {topological, topological([{shirt, tie}, {shirt, belt}, {tie, jacket}, {trousers, shoes},
         {trousers, belt}, {belt, jacket}, {socks, shoes}])},
     {permutations, length(lists:usort([lists:sort(P) || P <- permutations([1, 2, 3, 4, 5])]))}].

%% A linear congruential generator: the same numbers everywhere.
numbers(Count) -> numbers(Count, 42).
numbers(0, _) -> [];
numbers(N, Seed) ->
    Next = (Seed * 1103515245 + 12345) band 16#7FFFFFFF,
    [Next rem 10000 | numbers(N - 1, Next)].

quick([]) -> [];
quick([Pivot | Rest]) -> quick([X || X <- Rest,
    X < Pivot]) ++ [Pivot | quick([X || X <- Rest, X >= Pivot])].

merge([]) -> [];
merge([X]) -> [X];
merge(List) ->
    {A, B} = lists:split(length(List) div 2, List),
    merge(merge(A), merge(B)).

merge([], B) -> B;
merge(A, []) -> A;
merge([X | A], [Y | _] = B) when X =< Y -> [X | merge(A, B)];
merge(A, [Y | B]) -> [Y | merge(A, B)].

insertion(List) -> lists:foldl(fun insert/2, [], List).

insert(X, [Y | Rest]) when X > Y -> [Y | insert(X, Rest)];
insert(X, List) -> [X | List].

%% A leftist heap: {Rank, Value, Left, Right}.
heap(List) -> drain(lists:foldl(fun(X, Heap) -> join({1, X, nil, nil}, Heap) end, nil, List)).

drain(nil) -> [];
drain({_, X, L, R}) -> [X | drain(join(L, R))].

join(nil, H) -> H;
join(H, nil) -> H;
join({_, X, L, R}, {_, Y, _, _} = H) when X =< Y -> node(X, L, join(R, H));
join(H, {_, Y, L, R}) -> node(Y, L, join(H, R)).

node(X, A, B) ->
    case {rank(A), rank(B)} of
        {Ra, Rb} when Ra >= Rb -> {Rb + 1, X, A, B};
        {Ra, _} -> {Ra + 1, X, B, A}
    end.

rank(nil) -> 0;
rank({R, _, _, _}) -> R.

tree(List) -> flatten(lists:foldl(fun grow/2, leaf, List)).

grow(X, leaf) -> {leaf, X, leaf};
grow(X, {L, Y, R}) when X < Y -> {grow(X, L), Y, R};
grow(X, {L, Y, R}) -> {L, Y, grow(X, R)}.

flatten(leaf) -> [];
flatten({L, X, R}) -> flatten(L) ++ [X | flatten(R)].

radix(List) -> radix(List, 1).
radix(List, Factor) when Factor > 10000 -> List;
radix(List, Factor) ->
    Buckets = lists:foldl(fun(X, M) -> maps:update_with(X div Factor rem 10, fun(B) -> [X | B] end, [X],
        M) end, #{}, List),
    radix(lists:append([lists:reverse(maps:get(D, Buckets, [])) || D <- lists:seq(0, 9)]), Factor * 10).

topological(Edges) ->
    Nodes = lists:usort(lists:append([[A, B] || {A, B} <- Edges])),
    topological(Nodes, Edges).

topological([], _) -> [];
topological(Nodes, Edges) ->
    [Next | _] = [N || N <- Nodes, not lists:keymember(N, 2, Edges)],
    [Next | topological(Nodes -- [Next], [E || {A, _} = E <- Edges, A =/= Next])].

permutations([]) -> [[]];
permutations(List) -> [[X | P] || X <- List, P <- permutations(List -- [X])].
