%% Maps: patterns, updates, keys of every type, small and large, order and comparison, the library.
%% What depends on the order inside of a map (of atoms, or of many keys) is sorted first.
-module(map_values).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{patterns, fun patterns/0},
         {nested_patterns, fun nested_patterns/0},
         {keys_from_variables, fun keys_from_variables/0},
         {updates, fun updates/0},
         {keys_of_all_types, fun keys_of_all_types/0},
         {equality, fun equality/0},
         {order, fun order/0},
         {guards, fun guards/0},
         {grows_and_shrinks, fun grows_and_shrinks/0},
         {old_versions_stay, fun old_versions_stay/0},
         {library, fun library/0},
         {folding, fun folding/0},
         {iterators, fun iterators/0},
         {update_with, fun update_with/0},
         {merging, fun merging/0},
         {errors, fun errors/0},
         {counting_words, fun counting_words/0}]].

identity(X) -> X.

patterns() ->
    [case M of
         #{type := circle, r := R} when R > 0 -> {circle, R};
         #{type := square, side := #{w := W, h := W}} -> {square, W};
         #{type := Type} -> {unknown, Type};
         #{} -> a_map;
         _ -> no_map
     end || M <- [#{type => circle, r => 2}, #{type => circle, r => 0},
         #{type => square, side => #{w => 1, h => 1}},
                  #{type => square, side => #{w => 1, h => 2}}, #{}, #{x => 1}, [], 7]].

nested_patterns() ->
    #{user := #{name := Name, tags := [First | _]}, {compound, key} := Value} =
        identity(#{user => #{name => <<"ann">>, tags => [a, b], age => 3}, {compound, key} => 1.5}),
    {Name, First, Value}.

keys_from_variables() ->
    Map = identity(#{1 => one, "list" => two, {a, b} => three}),
    Find = fun(Key) -> case Map of #{Key := Value} -> {found, Value}; _ -> missing end end,
    [Find(Key) || Key <- [1, 1.0, "list", {a, b}, {b, a}]].

updates() ->
    M = identity(#{a => 1, b => 2}),
    [M#{a := 9}, M#{c => 3}, M#{a => x, identity(a) => y}, M#{b := b, d => d}, (M#{a := #{}})#{a := z},
        M#{}].

keys_of_all_types() ->
    Map = #{1 => int, 1.0 => float, -0.0 => zero, a => atom, "a" => string, <<"a">> => binary,
        <<1:3>> => bits, {} => tuple, [] => nil,
            #{} => map, #{x => #{y => z}} => nested, (1 bsl 70) => big},
    {map_size(Map), [maps:get(K, Map, none)
        || K <- [1, 1.0, a, "a", <<"a">>, <<1:3>>, {}, [], #{}, #{x => #{y => z}}, 1 bsl 70, 2]]}.

equality() ->
    A = identity(#{a => 1, b => 2}),
    [A =:= maps:from_list([{b, 2}, {a, 1}]), A == #{a => 1.0, b => 2}, A =:= #{a => 1.0, b => 2},
     identity(#{1 => a}) == identity(#{1.0 => a}), #{} =:= identity(#{}), identity(#{}) == identity([])].

%% First by size, then by keys, then by values.
order() ->
    lists:sort([#{b => 1}, #{a => 2}, #{a => 1}, #{}, #{a => 1, b => 1}, #{z => 0}, #{1 => x},
        #{1.0 => x}, #{a => 1.0}, #{2 => x}]).

guards() ->
    [if is_map_key(a, M), map_get(a, M) > 1 -> big; is_map(M), map_size(M) =:= 0 -> empty;
        map_get(a, M) =:= 1 -> one; true -> other end
     || M <- [#{a => 5}, #{}, #{a => 1}, #{b => 1}, not_a_map]].

grows_and_shrinks() ->
    Grown = lists:foldl(fun(N, M) -> M#{N => N * N} end, #{}, lists:seq(1, 200)),
    Sizes = [map_size(lists:foldl(fun maps:remove/2, Grown, lists:seq(1, N)))
        || N <- [0, 100, 168, 190, 200]],
    Small = maps:with([1, 50, 199], Grown),
    {Sizes, Small, lists:sum(maps:values(Grown)), lists:sort(maps:keys(Grown)) =:= lists:seq(1, 200)}.

old_versions_stay() ->
    M0 = maps:from_list([{N, 0} || N <- lists:seq(1, 50)]),
    M1 = M0#{25 := 1},
    M2 = maps:remove(25, M1),
    {maps:get(25, M0), maps:get(25, M1), maps:is_key(25, M2), map_size(M0), M2#{25 => 0} =:= M0}.

library() ->
    M = #{a => 1, b => 2, c => 3},
    [maps:find(a, M), maps:find(x, M), maps:get(x, M, default), maps:put(d, 4, M), maps:remove(a, M),
        maps:without([a, b, x], M),
     maps:with([a, x], M), maps:take(a, M), maps:take(x, M), maps:filter(fun(_, V) -> V > 1 end, M),
         maps:map(fun(K, V) -> {K, V} end, M),
     maps:filtermap(fun(_, 2) -> false; (_, 1) -> true; (_, V) -> {true, V * 10} end, M),
         lists:sort(maps:to_list(M)), lists:sort(maps:keys(M)), lists:sort(maps:values(M)),
     maps:from_keys([x, y], 0), maps:size(M), maps:new()].

folding() ->
    Large = maps:from_list([{N, N} || N <- lists:seq(1, 100)]),
    {maps:fold(fun(K, V, Sum) -> K * V + Sum end, 0, Large),
     maps:fold(fun(K, V, Acc) -> [{K, V} | Acc] end, [], #{3 => c, 1 => a, 2 => b})}.

iterators() ->
    Walk = fun Walk(none) -> []; Walk({K, V, Next}) -> [{K, V} | Walk(maps:next(Next))] end,
    {Walk(maps:next(maps:iterator(#{2 => b, 1 => a}))),
     lists:sort(Walk(maps:next(maps:iterator(maps:from_list([{N, x}
         || N <- lists:seq(1, 40)]))))) =:= [{N, x} || N <- lists:seq(1, 40)],
     maps:next(maps:iterator(#{}))}.

update_with() ->
    M = #{n => 1},
    [maps:update_with(n, fun(N) -> N + 1 end, M), maps:update_with(m, fun(N) -> N + 1 end, 0, M),
     maps:update(n, x, M), try maps:update(m, x, M) catch error:R -> R end].

merging() ->
    A = #{a => 1, b => 2}, B = #{b => 3, c => 4},
    [maps:merge(A, B), maps:merge(B, A), maps:merge_with(fun(K, X, Y) -> {K, X, Y} end, A, B),
     maps:intersect(A, B), maps:intersect_with(fun(_, X, Y) -> X + Y end, A, B)].

errors() ->
    [try F() catch C:R -> {C, R} end || F <-
        [fun() -> maps:get(x, identity(#{a => 1})) end, fun() -> maps:get(x, identity([])) end,
            fun() -> maps:from_list(identity([a])) end,
         fun() -> maps:put(a, 1, identity(x)) end, fun() -> maps:fold(identity(x), 0, #{}) end,
             fun() -> (identity(#{}))#{a := 1} end,
         fun() -> maps:map(fun(_) -> x end, #{}) end, fun() -> #{a := _} = identity(#{b => 1}) end]].

counting_words() ->
    Text = "the quick brown fox jumps over the lazy dog the end",
    Counts = lists:foldl(fun(W, M) -> maps:update_with(W, fun(N) -> N + 1 end, 1, M) end, #{},
        string:lexemes(Text, " ")),
    lists:sort(fun({A, N}, {B, M}) -> {-N, A} =< {-M, B} end, maps:to_list(Counts)).
