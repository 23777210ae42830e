%% Records: defaults, nested ones, updates, matching, in guards, record_info, typed fields, and
%% what happens with tuples that only look like records.
-module(record_values).
-export([main/0]).

-record(address, {street = "nowhere" :: string(), zip :: undefined | integer()}).
-record(person, {name, age = 0 :: non_neg_integer(), address = #address{} :: #address{},
    tags = [] :: [atom()]}).
-record(empty, {}).
-record(computed, {at = length("abc") * 2, list = [X * X || X <- [1, 2, 3]]}).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{defaults, fun defaults/0},
         {access, fun access/0},
         {updates, fun updates/0},
         {matching, fun matching/0},
         {guards, fun guards/0},
         {info, fun info/0},
         {all_fields_at_once, fun all_fields_at_once/0},
         {index, fun index/0},
         {wrong_records, fun wrong_records/0},
         {in_collections, fun in_collections/0}]].

identity(X) -> X.

defaults() -> [#person{}, #person{name = "Ann"}, #empty{}, #computed{}, #computed{at = 1}].

ann() -> identity(#person{name = "Ann", age = 30, address = #address{street = "Main", zip = 12345},
    tags = [a, b]}).

access() ->
    P = ann(),
    [P#person.name, P#person.age, P#person.address#address.zip, (P#person.address)#address.street,
        hd(P#person.tags)].

updates() ->
    P = ann(),
    [P#person{age = P#person.age + 1},
     P#person{name = "Bob", age = 1, tags = []},
     P#person{address = (P#person.address)#address{zip = undefined}},
     P#person.address#address{street = "Other"}].

matching() ->
    [case P of
         #person{name = Name, address = #address{zip = Zip}} when is_integer(Zip) -> {zip, Name, Zip};
         #person{tags = [First | _]} -> {tagged, First};
         #person{age = 0} = Whole -> {new, Whole#person.name};
         #person{} -> person;
         #empty{} -> empty;
         _ -> other
     end || P <- [ann(), #person{tags = [x]}, #person{name = n}, #person{age = 3}, #empty{}, {person},
         {person, 1, 2, 3, 4}]].

guards() ->
    [if is_record(X, person), X#person.age > 10 -> old;
        is_record(X, person) -> young;
        is_record(X, empty, 1) -> empty;
        X#address.zip =:= 1 -> zip_one;
        true -> none
     end || X <- [ann(), #person{}, #empty{}, #address{zip = 1}, #address{}, x, {person, too, short}]].

info() -> {record_info(fields, person), record_info(size, person), record_info(fields, empty)}.

all_fields_at_once() -> [#address{_ = same}, #person{name = x, _ = '_'}].

index() -> [#person.name, #person.tags, element(#person.age, ann()),
    lists:keysort(#person.age, [ann(), #person{age = 3}])].

wrong_records() ->
    [try F() catch C:R -> {C, R} end || F <-
        [fun() -> (identity(#empty{}))#person.age end, fun() -> (identity([]))#person.name end,
         fun() -> (identity({person, 1}))#person{age = 1} end, fun() -> #person{age = 31} = ann() end]].

in_collections() ->
    People = [#person{name = N, age = A} || {N, A} <- [{"c", 3}, {"a", 1}, {"b", 2}]],
    {[P#person.name || P <- lists:keysort(#person.name, People)],
     [N || #person{name = N, age = A} <- People, A > 1],
     lists:keyfind("b", #person.name, People),
     maps:from_list([{P#person.age, P#person.name} || P <- People])}.
