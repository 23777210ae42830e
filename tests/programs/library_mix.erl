%% A tour through the pure library: dict, sets, queue, array, gb_trees, proplists, calendar, base64,
%% uri_string, filename, digraph (which lives in ets), string conversion, lists in all its corners.
-module(library_mix).
-export([main/0]).
-compile(nowarn_deprecated_function).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{dicts, fun dicts/0}, {sets, fun sets/0}, {queues, fun queues/0}, {arrays, fun arrays/0},
            {trees, fun trees/0}, {proplists, fun proplists/0}, {calendar, fun calendar/0},
         {base64, fun base64/0}, {uris, fun uris/0}, {filenames, fun filenames/0}, {graphs, fun graphs/0},
             {lists, fun lists/0}, {more_lists, fun more_lists/0}, {zipping, fun zipping/0},
         {conversions, fun conversions/0}, {binaries, fun binaries/0}, {hashes, fun hashes/0},
             {terms_as_binaries, fun terms_as_binaries/0}, {random, fun random/0}, {sofs, fun sofs/0}]].

dicts() ->
    D = dict:store(b, 2, dict:from_list([{a, 1}, {c, 3}])),
    [lists:sort(dict:to_list(D)), dict:find(a, D), dict:find(x, D), dict:size(dict:erase(a, D)),
        dict:fold(fun(_, V, S) -> V + S end, 0, D), dict:fetch(c, dict:update_counter(c, 5, D)),
     lists:sort(dict:to_list(dict:merge(fun(_, X, Y) -> X * 10 + Y end, D, dict:from_list([{a, 9}])))),
         try dict:fetch(x, D) catch error:R -> R end,
         dict:fetch(l, dict:append(l, 2, dict:append(l, 1, D)))].

sets() ->
    [begin S = sets:from_list([1, 2, 3, 2], Options), T = sets:from_list([3, 4], Options),
           {sets:size(S), lists:sort(sets:to_list(sets:union(S, T))),
               sets:to_list(sets:intersection(S, T)), lists:sort(sets:to_list(sets:subtract(S, T))),
               sets:is_subset(T, S), sets:is_disjoint(S, T)} end || Options <- [[], [{version, 2}]]] ++
        [gb_sets:to_list(gb_sets:union(gb_sets:from_list([b, a]), gb_sets:singleton(c))),
            element(1, gb_sets:take_smallest(gb_sets:from_list([3, 1]))),
            ordsets:subtract([1, 2, 3], [2]), gb_sets:fold(fun(X, S) -> X + S end, 0,
            gb_sets:from_list([1, 2, 3]))].

queues() ->
    Q = lists:foldl(fun queue:in/2, queue:new(), [1, 2, 3]),
    {{value, F}, Q1} = queue:out(Q),
    [F, queue:to_list(Q1), queue:len(Q), queue:to_list(queue:in_r(0, Q)), queue:peek(queue:new()),
        queue:get(Q), queue:to_list(queue:reverse(Q)), queue:member(2, Q),
        queue:to_list(queue:join(Q, Q1)), queue:out_r(queue:from_list([x])),
        try queue:get(queue:new()) catch error:R -> R end].

arrays() ->
    A = array:set(20, z, array:from_list([a, b, c])),
    [array:size(A), array:get(1, A), array:get(10, A), array:get(100, A), array:sparse_to_list(A),
        array:to_orddict(array:resize(2, A)),
        array:foldl(fun(I, V, S) -> [{I, V} | S] end, [], array:from_list([x, y])),
        try array:get(5, array:fix(array:resize(3, A))) catch error:R -> R end].

trees() ->
    T = gb_trees:from_orddict([{N, N * N} || N <- lists:seq(1, 20)]),
    Walk = fun Walk(I) -> case gb_trees:next(I) of none -> []; {K, _, Next} -> [K | Walk(Next)] end end,
    [gb_trees:get(7, T), gb_trees:lookup(99, T), gb_trees:size(gb_trees:delete(7, T)),
        gb_trees:smallest(T), gb_trees:largest(T), Walk(gb_trees:iterator_from(17, T)),
        gb_trees:keys(gb_trees:balance(gb_trees:delete_any(3, T))) -- lists:seq(1, 18),
        try gb_trees:insert(1, x, T) catch error:R -> R end].

proplists() ->
    P = [a, {b, 2}, {c, 3, x}, {b, 4}, {a, false}],
    [proplists:get_value(a, P), proplists:get_value(b, P), proplists:get_value(x, P, none),
        proplists:get_all_values(b, P), proplists:get_bool(a, P), proplists:is_defined(c, P),
        proplists:delete(b, P), proplists:compact([{a, true}, b]), proplists:unfold([a]),
        proplists:split(P, [a, b]), proplists:to_map([a, {b, 2}]),
        proplists:get_keys([{z, 1}, y]) -- [y, z]].

calendar() ->
    [calendar:day_of_the_week(2024, 2, 29), calendar:is_leap_year(1900),
        calendar:last_day_of_the_month(2023, 2), calendar:date_to_gregorian_days({2000, 1, 1}),
        calendar:gregorian_seconds_to_datetime(63000000000), calendar:seconds_to_daystime(100000),
        calendar:iso_week_number({2021, 1, 3}),
     calendar:system_time_to_rfc3339(1700000000, [{offset, "Z"}]),
         calendar:rfc3339_to_system_time("2023-11-14T22:13:20Z"), calendar:valid_date(2023, 2, 30),
         calendar:time_difference({{2020, 1, 1}, {0, 0, 0}}, {{2020, 1, 2}, {1, 0, 0}}),
         try calendar:day_of_the_week(2024, 13, 1) catch error:R -> R end].

base64() -> [base64:encode("hello"), base64:encode_to_string(<<0, 255, 254>>), base64:decode("aGVsbG8="),
    base64:decode(<<"aGVs bG8=">>), base64:mime_decode("aG*Vs"),
    try base64:decode("a") catch error:_ -> failed end, base64:decode(base64:encode(binary:copy(<<1, 2, 3>>,
    100))) =:= binary:copy(<<1, 2, 3>>, 100)].

uris() -> [uri_string:parse("http://user@host:8080/a/b?x=1&y=2#frag"), uri_string:parse("bad uri"),
    uri_string:normalize("HTTP://Host/a/./b/../c"), uri_string:resolve("../x", "http://h/a/b/c"),
    uri_string:compose_query([{"a", "1 2"}, {"b", "é"}]), uri_string:dissect_query("a=1+2&b=%C3%A9&c"),
    uri_string:recompose(#{scheme => "s", path => "/p", host => "h"}),
    uri_string:percent_decode(<<"a%20b">>), uri_string:quote("a b/é")].

filenames() -> [filename:join(["a", "b", "/c", "d"]), filename:basename("/a/b.erl", ".erl"),
    filename:dirname("/a/b/c"), filename:extension("x.tar.gz"), filename:rootname("a/b.c"),
    filename:split("/a//b/"), filename:pathtype("a/b"), filename:absname("x", "/d"),
    filename:join("a", <<"b">>), filename:flatten(["a", b])].

graphs() ->
    G = digraph:new(),
    [digraph:add_vertex(G, V) || V <- [a, b, c, d, e]],
    [digraph:add_edge(G, F, T) || {F, T} <- [{a, b}, {b, c}, {c, a}, {c, d}]],
    Result = [digraph:no_edges(G), digraph:get_short_path(G, a, d),
        lists:sort([lists:sort(C) || C <- digraph_utils:strong_components(G)]), digraph_utils:is_acyclic(G),
        lists:sort(digraph_utils:reachable([b], G)),
        lists:sort([lists:sort(C) || C <- digraph_utils:components(G)]), digraph:get_path(G, d, a)],
    digraph:delete(G),
    Result.

lists() ->
    L = [3, 1, 4, 1, 5, 9, 2, 6],
    [lists:reverse(L), lists:nth(3, L), lists:nthtail(6, L), lists:last(L), lists:sublist(L, 2, 3),
        lists:split(3, L), lists:partition(fun(X) -> X > 3 end, L),
        lists:splitwith(fun(X) -> X < 4 end, L), lists:takewhile(fun(X) -> X =/= 9 end, L),
        lists:dropwhile(fun(X) -> X < 5 end, L), lists:delete(1, L), lists:subtract(L, [1, 9]),
        L -- [1, 1, 1], lists:sum(L), lists:max(L), lists:min(L), lists:duplicate(3, x),
        lists:seq(10, 1, -3), lists:seq(5, 4), lists:flatten([1, [2, [3, []], 4]]),
        lists:append([[1], [2, 3]]), lists:concat([a, 1, "s", 1.5]), lists:droplast(L),
        lists:prefix("ab", "abc"), lists:suffix("bc", "abc"), lists:member(9, L), lists:enumerate([a, b])].

more_lists() ->
    [lists:foldl(fun(X, A) -> [X | A] end, [], [1, 2, 3]),
        lists:foldr(fun(X, A) -> [X | A] end, [], [1, 2, 3]),
        lists:mapfoldl(fun(X, S) -> {X * 2, S + X} end, 0, [1, 2, 3]),
        lists:mapfoldr(fun(X, S) -> {S, S + X} end, 0, [1, 2, 3]),
        lists:filtermap(fun(X) when X > 2 -> {true, X * X}; (1) -> true; (_) -> false end, [1, 2, 3]),
        lists:flatmap(fun(X) -> [X, X] end, [a, b]),
     lists:all(fun is_atom/1, [a, b]), lists:any(fun is_list/1, [a]),
         lists:search(fun(X) -> X > 1 end, [1, 2, 3]), lists:keyfind(b, 1, [{a, 1}, {b, 2}]),
         lists:keyreplace(a, 1, [{a, 1}, {b, 2}], {c, 3}), lists:keystore(x, 1, [{a, 1}], {x, 9}),
         lists:keytake(a, 1, [{a, 1}, {b, 2}]), lists:keydelete(a, 1, [{a, 1}]),
         lists:keymap(fun(X) -> X + 1 end, 2, [{a, 1}]), lists:join(x, [1, 2, 3]),
         lists:uniq([1, 2, 1, 3]), lists:uniq(fun({X, _}) -> X end, [{1, a}, {1, b}]),
     [try F() catch error:R -> R end || F <- [fun() -> lists:nth(0, [a]) end, fun() -> lists:last([]) end,
         fun() -> lists:seq(1, 5, 0) end, fun() -> lists:sum([a]) end, fun() -> lists:max([]) end,
         fun() -> lists:zip([1], []) end, fun() -> lists:map(x, [1]) end,
         fun() -> lists:flatten([a | b]) end, fun() -> lists:keyfind(a, 0, []) end,
         fun() -> lists:split(5, [1]) end]]].

zipping() -> [lists:zip([1, 2], [a, b]), lists:zip3([1], [a], ["x"]),
    lists:zipwith(fun(X, Y) -> X * Y end, [1, 2, 3], [4, 5, 6]), lists:unzip([{1, a}, {2, b}]),
    lists:unzip3([{1, a, x}])].

conversions() -> [list_to_tuple([1, 2]), tuple_to_list({a, b}), atom_to_list(abc), list_to_atom("x y"),
    integer_to_list(255, 16), list_to_integer("-7F", 16), binary_to_list(<<1, 2, 3>>, 2, 3),
    iolist_to_binary([1, [<<"a">>, "b"], $c]), iolist_size(["ab", <<1, 2>>]),
    list_to_bitstring([<<1:1>>, 255]), bitstring_to_list(<<1, 2:3>>), erlang:append_element({a}, b),
    setelement(1, {a, b}, x), erlang:insert_element(2, {a, c}, b), erlang:delete_element(1, {a, b}),
    erlang:make_tuple(2, x, [{1, y}]), list_to_existing_atom("abc"),
    try list_to_existing_atom("no_such_atom_has_ever_been" ++ "_made") catch error:R -> R end].

binaries() ->
    B = <<"one,two,,three">>,
    [binary:split(B, <<",">>), binary:split(B, <<",">>, [global]),
        binary:split(B, <<",">>, [global, trim_all]), binary:match(B, <<"two">>),
        binary:matches(B, [<<"o">>, <<"e,">>]), binary:replace(B, <<",">>, <<";">>, [global]),
        binary:part(B, {4, 3}), binary:part(B, {7, -3}), binary:first(B), binary:last(B),
        binary:longest_common_prefix([<<"abc">>, <<"abd">>]), binary:bin_to_list(B, 0, 3),
        binary:copy(<<"ab">>, 3), binary:encode_hex(<<"az">>), binary:decode_hex(<<"617A">>),
        binary:matches(B, binary:compile_pattern(<<",">>)) ,
        binary:replace(<<"abc">>, <<"b">>, <<"[]">>, [{insert_replaced, 1}]),
        try binary:part(B, 10, 10) catch error:R -> R end].

hashes() -> [erlang:phash2(T) || T <- [a, 1, -1, 1.5, "list", {t, 1}, #{a => 1}, <<"bin">>, <<1:3>>, [],
    [a | b], 1 bsl 70]] ++ [erlang:phash2(x, 100), erlang:crc32(<<"hello">>), erlang:adler32("hello"),
    erlang:crc32(1, [<<"a">>, "b"]), erlang:phash(abc, 1000), erlang:crc32_combine(1, 2, 3)].

terms_as_binaries() ->
    [begin B = term_to_binary(T, [{minor_version, 2}]), {binary_to_term(B) =:= T, B} end
        || T <- [a, 1, 256, -1, 1 bsl 40, 1.5, "str", [1, a], {x, {}}, <<"bin">>, <<1:3>>, #{k => v}, [],
        'é', fun lists:map/2]] ++ [try binary_to_term(<<131, 99>>) catch error:R -> R end,
        binary_to_term(term_to_binary(lists:seq(1, 1000), [compressed])) =:= lists:seq(1, 1000),
        element(2, binary_to_term(<<(term_to_binary(x))/binary, "rest">>, [used])),
        erlang:external_size([1, 2])].

random() ->
    [begin S0 = rand:seed_s(Algorithm, {1, 2, 3}), {A, S1} = rand:uniform_s(1000, S0),
        {B, S2} = rand:uniform_s(S1), {C, _} = rand:normal_s(S2), {A, B,
        round(C * 1.0e6)} end || Algorithm <- [exsss, exrop, exsp, exro928ss]] ++ [begin rand:seed(exsss,
        42), [rand:uniform(6) || _ <- lists:seq(1, 10)] end].

sofs() ->
    R = sofs:relation([{1, a}, {2, b}, {2, c}]),
    [sofs:to_external(sofs:relation_to_family(R)), sofs:to_external(sofs:domain(R)),
        sofs:to_external(sofs:converse(R)), sofs:to_external(sofs:image(R, sofs:set([2])))].
