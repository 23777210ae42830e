%% ets match specifications: select, match, counting, deleting and replacing by pattern, guards of
%% every kind, in pieces with continuations, made from funs by ets:fun2ms.
-module(ets_match_specifications).
-include_lib("stdlib/include/ms_transform.hrl").
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{match, fun match/0},
         {select, fun select/0},
         {guards, fun guards/0},
         {bodies, fun bodies/0},
         {failing_guards, fun failing_guards/0},
         {maps, fun maps/0},
         {in_pieces, fun in_pieces/0},
         {reverse, fun reverse/0},
         {ranges, fun ranges/0},
         {deleting, fun deleting/0},
         {replacing, fun replacing/0},
         {from_funs, fun from_funs/0},
         {on_lists, fun on_lists/0},
         {bad_specifications, fun bad_specifications/0}]].

people() ->
    table([{1, "Ada", 36, [math]}, {2, "Alan", 41, [math, running]}, {3, "Grace", 85, [navy]},
           {4, "Barbara", 28, []}, {5, "Edsger", 72, [pencil, paper]}]).

table(Objects) ->
    Table = ets:new(people, [ordered_set]),
    ets:insert(Table, Objects),
    Table.

match() ->
    T = people(),
    {ets:match(T, {'$1', '_', '_', [math | '_']}),
     ets:match(T, {'$2', '$1', 85, '_'}),
     ets:match_object(T, {'_', '_', '_', []}),
     ets:match(T, {1, '$1', '$2', '$3'}),
     ets:match(T, {'$1', '$1', '_', '_'}),
     ets:match(table([{1, 1, x}, {2, 3, y}]), {'$1', '$1', '$2'})}.

select() ->
    T = people(),
    {ets:select(T, [{{'_', '$1', '$2', '_'}, [{'>', '$2', 40}], ['$1']}]),
     ets:select(T, [{{'$1', '_', '_', '_'}, [{'<', '$1', 3}], [{{'$1', low}}]},
                    {{'$1', '_', '_', '_'}, [], [{{'$1', high}}]}]),
     ets:select(T, [{'_', [], ['$_']}]) =:= ets:tab2list(T),
     ets:select(T, [{'$1', [], [{element, 2, '$1'}]}]),
     ets:select_count(T, [{{'_', '_', '$1', '_'}, [{'<', '$1', 50}], [true]}]),
     ets:select_count(T, [{{'_', '_', '_', '_'}, [], [not_true]}])}.

guards() ->
    T = table([{1, a}, {2, 2.5}, {3, "s"}, {4, <<"b">>}, {5, {x, y}}, {6, 7}, {7, #{k => 1}}, {8, self},
        {9, []}]),
    [{Guard, ets:select(T, [{{'$1', '$2'}, [Guard], ['$1']}])} || Guard <-
        [{is_atom, '$2'}, {is_float, '$2'}, {is_integer, '$2'}, {is_list, '$2'}, {is_binary, '$2'},
         {is_tuple, '$2'}, {is_map, '$2'}, {is_number, '$2'},
         {'=:=', '$2', {{x, y}}}, {'=:=', '$2', {const, {x, y}}},
         {'and', {'>', '$1', 2}, {'<', '$1', 5}}, {'or', {'=:=', '$1', 1}, {'=:=', '$1', 9}},
         {'andalso', {is_tuple, '$2'}, {'=:=', {size, '$2'}, 2}}, {'not', {is_list, '$2'}},
         {'xor', {is_atom, '$2'}, {'>', '$1', 5}}, {'orelse', {is_atom, '$2'}, {'>', '$1', 8}},
         {'=:=', {'rem', '$1', 3}, 0}, {'==', {'+', '$1', {'*', '$1', 2}}, 9.0}, {'=/=', '$1', '$1'},
         {'=<', {abs, {'-', '$1', 5}}, 1}, {'>', {'band', '$1', 1}, 0}, true, false]].

bodies() ->
    T = table([{1, {a, b}, [x, y, z]}]),
    [ets:select(T, [{{'$1', '$2', '$3'}, [], [Body]}]) || Body <-
        ['$1', '$_', '$$', {{'$1', '$3'}}, [['$1', '$2']], {const, '$1'}, {hd, '$3'}, {tl, '$3'},
            {length, '$3'},
         {element, 1, '$2'}, {{}}, {'+', '$1', 41}, {'bsl', '$1', 70}, {'/', '$1', 2}, {'div', 7, 2},
         #{key => '$1', '$2' => value}, "text", 1.5, <<"binary">>, {is_atom, '$1'}]].

%% A guard that fails is false; a body that fails gives 'EXIT'.
failing_guards() ->
    T = table([{1, 0}, {2, 2}, {3, atom}]),
    {ets:select(T, [{{'$1', '$2'}, [{'>', {'div', 4, '$2'}, 1}], ['$1']}]),
     ets:select(T, [{{'$1', '$2'}, [{'=:=', {hd, '$2'}, 1}], ['$1']}]),
     ets:select(T, [{{'$1', '$2'}, [], [{'div', 4, '$2'}]}])}.

maps() ->
    T = table([{1, #{a => 1, b => 2}}, {2, #{a => 2}}, {3, #{}}]),
    {ets:match(T, {'$1', #{a => '$2'}}),
     ets:select(T, [{{'$1', #{a => '$2'}}, [{'>', '$2', 1}], ['$1']}]),
     ets:select(T, [{{'$1', '$2'}, [{is_map_key, b, '$2'}], [{map_get, b, '$2'}]}]),
     ets:select(T, [{{'$1', '$2'}, [{'=:=', {map_size, '$2'}, 0}], ['$1']}])}.

in_pieces() ->
    T = table([{N, N rem 2} || N <- lists:seq(1, 10)]),
    Specification = [{{'$1', 1}, [], ['$1']}],
    {pieces(ets:select(T, Specification, 2)), pieces(ets:match(T, {'$1', 0}, 3)),
     pieces(ets:match_object(T, {'_', 0}, 100)), ets:select(T, [{{'$1', 7}, [], ['$1']}], 5)}.

pieces('$end_of_table') -> [];
pieces({Objects, Continuation}) -> [Objects | pieces(ets:select(Continuation))].

reverse() ->
    T = table([{N} || N <- lists:seq(1, 7)]),
    {ets:select_reverse(T, [{{'$1'}, [{'>', '$1', 3}], ['$1']}]),
     (fun Pieces('$end_of_table') -> []; Pieces({Objects,
         C}) -> [Objects | Pieces(ets:select_reverse(C))] end)
        (ets:select_reverse(T, [{{'$1'}, [], ['$1']}], 3))}.

%% Partly bound keys of an ordered set.
ranges() ->
    T = table([{{User, N}, User} || User <- [ann, bob, cy], N <- lists:seq(1, 4)]),
    {ets:match(T, {{bob, '$1'}, '_'}),
     ets:select(T, [{{{ann, '$1'}, '_'}, [{'>=', '$1', 3}], ['$1']}]),
     ets:select_count(T, [{{{'_', 2}, '_'}, [], [true]}])}.

deleting() ->
    T = people(),
    Selected = ets:select_delete(T, [{{'_', '_', '$1', '_'}, [{'>', '$1', 70}], [true]}]),
    Matched = ets:match_delete(T, {'_', '_', '_', []}),
    {Selected, Matched, ets:match(T, {'$1', '_', '_', '_'})}.

replacing() ->
    T = people(),
    Count = ets:select_replace(T, [{{'$1', '$2', '$3', '$4'}, [{'<', '$3', 40}],
        [{{'$1', '$2', {'+', '$3', 1}, '$4'}}]}]),
    {Count, ets:select(T, [{{'$1', '_', '$2', '_'}, [], [{{'$1', '$2'}}]}])}.

from_funs() ->
    T = people(),
    Oldest = 80,
    Specification = ets:fun2ms(fun({Id, Name, Age, Tags}) when Age > Oldest;
        hd(Tags) =:= math -> {Id, {Name, Age}} end),
    {Specification, ets:select(T, Specification),
     ets:select(T, ets:fun2ms(fun({Id, _, _, []} = Object) -> [Id, Object] end))}.

on_lists() ->
    Compiled = ets:match_spec_compile([{{'$1', '$2'}, [{'<', '$1', '$2'}], [{{'$2', '$1'}}]}]),
    {ets:match_spec_run([{1, 2}, {2, 1}, {3, 4}, x, {1, 2, 3}], Compiled),
     ets:test_ms({1, 2}, [{{'$1', '$2'}, [], ['$2']}]),
     ets:test_ms({1}, [{{'$1', '$2'}, [], ['$2']}]),
     ets:is_compiled_ms(Compiled), ets:is_compiled_ms(x)}.

bad_specifications() ->
    T = people(),
    [try ets:select(T, Specification) catch Class:Reason -> {Class, Reason} end || Specification <-
        [not_a_list, [{'_'}], [{'_', [], []}], [{'_', not_a_list, ['$_']}],
            [{'_', [{no_such_guard, 1}], ['$_']}],
         [{{'$1', '_', '_', '_'}, [{'=:=', '$2', 1}], ['$1']}], [{'_', [{size}], ['$_']}],
             [{'_', [], [{}]}]]].
