%% ets: the four table types, insert and lookup in all forms, counters, traversal in both
%% directions, deletion while traversing, renamed and named tables, bad uses.
-module(ets_tables).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{types, fun types/0},
         {keys, fun keys/0},
         {numbers_as_keys, fun numbers_as_keys/0},
         {insert_new, fun insert_new/0},
         {elements, fun elements/0},
         {counters, fun counters/0},
         {deleting, fun deleting/0},
         {ordered_walk, fun ordered_walk/0},
         {named, fun named/0},
         {take_and_member, fun take_and_member/0},
         {folds, fun folds/0},
         {safe_fixtable, fun safe_fixtable/0},
         {info, fun info/0},
         {big, fun big/0},
         {bad_uses, fun bad_uses/0}]].

filled(Type, Objects) ->
    Table = ets:new(table, [Type]),
    true = ets:insert(Table, Objects),
    Table.

all(Table) -> lists:sort(ets:tab2list(Table)).

types() ->
    Objects = [{a, 1}, {b, 2}, {a, 1}, {a, 3}, {c, x, y}],
    [begin
         Table = filled(Type, Objects),
         {Type, all(Table), ets:info(Table, size), lists:sort(ets:lookup(Table, a))}
     end || Type <- [set, ordered_set, bag, duplicate_bag]].

keys() ->
    Table = ets:new(t, [{keypos, 2}, set]),
    ets:insert(Table, [{one, k1}, {two, k2, extra}, {three, k1}]),
    {all(Table), ets:lookup(Table, k1), ets:lookup(Table, one)}.

%% 1 and 1.0 are one key in an ordered set, and two in the others.
numbers_as_keys() ->
    [begin
         Table = filled(Type, [{1, int}, {1.0, float}, {2, two}]),
         {Type, ets:info(Table, size), ets:lookup(Table, 1), ets:lookup(Table, 1.0), ets:member(Table, 2.0)}
     end || Type <- [set, ordered_set, bag]].

insert_new() ->
    Table = filled(set, [{a, 1}]),
    {ets:insert_new(Table, {a, 2}), ets:insert_new(Table, {b, 2}),
     ets:insert_new(Table, [{c, 3}, {a, 9}]), ets:insert_new(Table, [{c, 3}, {d, 4}]), all(Table)}.

elements() ->
    Table = filled(set, [{k, 1, 2, 3}]),
    A = ets:lookup_element(Table, k, 3),
    B = ets:update_element(Table, k, {2, new}),
    C = ets:update_element(Table, k, [{3, x}, {4, y}]),
    D = ets:update_element(Table, missing, {2, new}),
    Bag = filled(bag, [{k, 1}, {k, 2}]),
    {A, B, C, D, all(Table), lists:sort(ets:lookup_element(Bag, k, 2))}.

counters() ->
    Table = filled(set, [{c, 10, 0, 5}]),
    A = ets:update_counter(Table, c, 5),
    B = ets:update_counter(Table, c, {3, -7}),
    C = ets:update_counter(Table, c, {4, 10, 12, 0}),
    D = ets:update_counter(Table, c, [{2, 1}, {3, 1}, {4, 1}]),
    E = ets:update_counter(Table, new, {2, 3}, {new, 100}),
    F = ets:update_counter(Table, c, {2, -1, 15, 15}),
    G = ets:update_counter(Table, c, {2, 1 bsl 70}),
    {A, B, C, D, E, F, G, all(Table)}.

deleting() ->
    Table = filled(bag, [{a, 1}, {a, 2}, {b, 1}, {c, 1}]),
    ets:delete(Table, b),
    One = all(Table),
    ets:delete_object(Table, {a, 1}),
    Two = all(Table),
    ets:delete_all_objects(Table),
    Three = {all(Table), ets:first(Table)},
    true = ets:delete(Table),
    {One, Two, Three, ets:info(Table)}.

ordered_walk() ->
    Table = filled(ordered_set, [{K, K} || K <- [b, 3, {1, 2}, "list", 1.5, <<"bin">>, a, {0}, [], #{}]]),
    Forward = walk(Table, fun ets:next/2, ets:first(Table)),
    Backward = walk(Table, fun ets:prev/2, ets:last(Table)),
    Between = {ets:next(Table, 2), ets:prev(Table, 2), ets:next(Table, aa)},
    {Forward, Forward =:= lists:reverse(Backward), Between, ets:slot(Table, 0)}.

walk(_, _, '$end_of_table') -> [];
walk(Table, Step, Key) -> [Key | walk(Table, Step, Step(Table, Key))].

named() ->
    et_named = ets:new(et_named, [named_table, public]),
    ets:insert(et_named, {x, 1}),
    Found = ets:whereis(et_named) =/= undefined,
    et_renamed = ets:rename(et_named, et_renamed),
    Result = {Found, ets:whereis(et_named), ets:lookup(et_renamed, x)},
    Again = try ets:new(et_renamed, [named_table]) catch error:Reason -> Reason end,
    ets:delete(et_renamed),
    {Result, Again}.

take_and_member() ->
    Table = filled(duplicate_bag, [{a, 1}, {a, 1}, {b, 2}]),
    {ets:member(Table, a), ets:take(Table, a), ets:member(Table, a), ets:take(Table, a), all(Table)}.

folds() ->
    Table = filled(ordered_set, [{N, N * N} || N <- lists:seq(1, 10)]),
    {ets:foldl(fun({_, V}, Sum) -> Sum + V end, 0, Table),
     ets:foldl(fun({K, _}, Keys) -> [K | Keys] end, [], Table),
     ets:foldr(fun({K, _}, Keys) -> [K | Keys] end, [], Table)}.

%% Deleting while walking is safe in a fixed table.
safe_fixtable() ->
    Table = filled(set, [{N, x} || N <- lists:seq(1, 100)]),
    ets:safe_fixtable(Table, true),
    Visited = delete_all(Table, ets:first(Table), 0),
    ets:safe_fixtable(Table, false),
    {Visited, ets:info(Table, size)}.

delete_all(_, '$end_of_table', Count) -> Count;
delete_all(Table, Key, Count) ->
    ets:delete(Table, Key),
    delete_all(Table, ets:next(Table, Key), Count + 1).

info() ->
    Table = ets:new(some_name, [bag, protected, {keypos, 3}, compressed, {read_concurrency, true}]),
    ets:insert(Table, {a, b, c}),
    [ets:info(Table, Item) || Item <- [name, type, protection, keypos, size, named_table, compressed]] ++
        [ets:info(Table, owner) =:= self(), ets:info(Table, heir)].

big() ->
    Table = ets:new(big, [ordered_set]),
    [ets:insert(Table, {(N * 7919) rem 10007, N}) || N <- lists:seq(1, 10006)],
    {ets:info(Table, size), ets:first(Table), ets:last(Table), ets:lookup(Table, 5000),
     ets:next(Table, 5000), lists:sum(walk(Table, fun ets:next/2, ets:first(Table)))}.

bad_uses() ->
    Table = filled(set, [{a, 1}, {b, atom}]),
    Gone = filled(set, []),
    ets:delete(Gone),
    [try Call() of Value -> {value, Value} catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> ets:insert(Table, identity(not_a_tuple)) end,
         fun() -> ets:insert(Table, identity({})) end,
         fun() -> ets:insert(Table, identity([{a, 2}, oops])) end,
         fun() -> ets:insert(Gone, {a, 1}) end,
         fun() -> ets:lookup(identity(no_such_table), a) end,
         fun() -> ets:lookup_element(Table, missing, 2) end,
         fun() -> ets:lookup_element(Table, a, 3) end,
         fun() -> ets:update_counter(Table, b, 1) end,
         fun() -> ets:update_counter(Table, missing, 1) end,
         fun() -> ets:update_element(Table, a, {1, key}) end,
         fun() -> ets:next(Table, identity(missing)) end,
         fun() -> ets:new(identity("name"), []) end,
         fun() -> ets:new(name, identity([unknown_option])) end,
         fun() -> ets:lookup(Table, a) end]].

identity(X) -> X.
