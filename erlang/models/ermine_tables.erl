%%% Which objects of a table are chosen, and how are they changed?
%%%
%%% What the built-ins of `ets` do with objects, step by step, so that every look at what depends on
%%% the input is a decision. The interpreter hands over the objects of a table; tables are its own
%%% business. `unknown` is the answer to what is not followed here.
-module(ermine_tables).

-export([changed/3, counted/3, matched/2, matching/2, selected/2, count/2]).

%% ---- changes ----

%% The object after `ets:update_element`.
changed(Object, Key, Change) when is_tuple(Change) -> changes(Object, Key, [Change]);
changed(Object, Key, Changes) -> changes(Object, Key, Changes).

changes(Object, Key, [{Position, Value} | Changes])
  when is_integer(Position), Position >= 1, Position =< tuple_size(Object), Position =/= Key ->
    changes(setelement(Position, Object, Value), Key, Changes);
changes(Object, _, []) -> Object;
changes(_, _, _) -> erlang:error(badarg).

%% The object after `ets:update_counter`, and what that returns.
counted(Object, Key, Increment) when is_integer(Increment) ->
    one(counts(Object, Key, [{Key + 1, Increment}], []));
counted(Object, Key, Operation) when is_tuple(Operation) ->
    one(counts(Object, Key, [Operation], []));
counted(Object, Key, Operations) ->
    counts(Object, Key, Operations, []).

one({Object, [Counter]}) -> {Object, Counter}.

counts(Object, Key, [Operation | Operations], Counters) ->
    {Position, Counter} = counter(Object, Key, Operation),
    counts(setelement(Position, Object, Counter), Key, Operations, [Counter | Counters]);
counts(Object, _, [], Counters) ->
    {Object, lists:reverse(Counters)};
counts(_, _, _, _) ->
    erlang:error(badarg).

counter(Object, Key, {Position, Increment}) ->
    {Position, added(Object, Key, Position, Increment)};
counter(Object, Key, {Position, Increment, Threshold, Value})
  when is_integer(Threshold), is_integer(Value) ->
    Counter = added(Object, Key, Position, Increment),
    if
        Increment < 0, Counter < Threshold -> {Position, Value};
        Increment >= 0, Counter > Threshold -> {Position, Value};
        true -> {Position, Counter}
    end;
counter(_, _, _) ->
    erlang:error(badarg).

added(Object, Key, Position, Increment)
  when is_integer(Position), is_integer(Increment), Position >= 1,
       Position =< tuple_size(Object), Position =/= Key ->
    case element(Position, Object) of
        Counter when is_integer(Counter) -> Counter + Increment;
        _ -> erlang:error(badarg)
    end;
added(_, _, _, _) ->
    erlang:error(badarg).

%% ---- choices ----

%% What the variables of a pattern stand for, for each object that fits.
matched(Objects, Pattern) -> selected(Objects, [{Pattern, [], ['$$']}]).

matching(Objects, Pattern) -> selected(Objects, [{Pattern, [], ['$_']}]).

selected(Objects, Spec) ->
    try
        results(Objects, Spec)
    catch
        throw:unknown -> unknown
    end.

count(Objects, Spec) ->
    case selected(Objects, Spec) of
        unknown -> unknown;
        Results -> truths(Results, 0)
    end.

truths([Result | Results], Count) when Result =:= true -> truths(Results, Count + 1);
truths([_ | Results], Count) -> truths(Results, Count);
truths([], Count) -> Count.

results([Object | Objects], Spec) ->
    case result(Object, Spec) of
        {result, Result} -> [Result | results(Objects, Spec)];
        none -> results(Objects, Spec)
    end;
results([], _) -> [].

result(Object, [{Pattern, Guards, Body} | Clauses]) ->
    case fits(Pattern, Object, []) of
        no -> result(Object, Clauses);
        Bindings ->
            case hold(Guards, Object, Bindings) of
                true -> {result, body(Body, Object, Bindings)};
                false -> result(Object, Clauses)
            end
    end;
result(_, []) -> none.

%% ---- patterns ----

%% The bindings with those that are new, in the order of the variables' numbers; or `no`.
fits('_', _, Bindings) -> Bindings;
fits(Pattern, Term, Bindings) when is_atom(Pattern) ->
    case variable(Pattern) of
        none when Pattern =:= Term -> Bindings;
        none -> no;
        Number -> bind(Number, Term, Bindings)
    end;
fits(Pattern, Term, Bindings) when is_tuple(Pattern) ->
    if
        is_tuple(Term), tuple_size(Term) =:= tuple_size(Pattern) ->
            elements_fit(1, tuple_size(Pattern), Pattern, Term, Bindings);
        true -> no
    end;
fits([Pattern | Patterns], [Term | Terms], Bindings) ->
    case fits(Pattern, Term, Bindings) of
        no -> no;
        More -> fits(Patterns, Terms, More)
    end;
fits([_ | _], _, _) -> no;
fits(Pattern, Term, Bindings) when is_map(Pattern) ->
    if
        is_map(Term) -> values_fit(maps:to_list(Pattern), Term, Bindings);
        true -> no
    end;
fits(Pattern, Term, Bindings) when Pattern =:= Term -> Bindings;
fits(_, _, _) -> no.

elements_fit(Index, Size, Pattern, Term, Bindings) when Index =< Size ->
    case fits(element(Index, Pattern), element(Index, Term), Bindings) of
        no -> no;
        More -> elements_fit(Index + 1, Size, Pattern, Term, More)
    end;
elements_fit(_, _, _, _, Bindings) -> Bindings.

values_fit([{Key, Pattern} | Pairs], Map, Bindings) ->
    case Map of
        #{Key := Value} ->
            case fits(Pattern, Value, Bindings) of
                no -> no;
                More -> values_fit(Pairs, Map, More)
            end;
        _ -> no
    end;
values_fit([], _, Bindings) -> Bindings.

bind(Number, Term, [{Less, _} = Binding | Bindings]) when Less < Number ->
    case bind(Number, Term, Bindings) of
        no -> no;
        More -> [Binding | More]
    end;
bind(Number, Term, [{Number, Known} | _] = Bindings) ->
    if Known =:= Term -> Bindings; true -> no end;
bind(Number, Term, Bindings) -> [{Number, Term} | Bindings].

%% The number in '$0', '$1', …: neither a sign nor zeros in front.
variable(Atom) ->
    case erlang:atom_to_list(Atom) of
        [$$, $0] -> 0;
        [$$, Digit | Digits] when Digit >= $1, Digit =< $9 -> number(Digits, Digit - $0);
        _ -> none
    end.

number([Digit | Digits], Number) when Digit >= $0, Digit =< $9 ->
    number(Digits, Number * 10 + Digit - $0);
number([], Number) when Number < 100000000 -> Number;
number(_, _) -> none.

%% ---- guards and bodies ----

hold([Guard | Guards], Object, Bindings) ->
    Truth = try value(Guard, Object, Bindings) catch error:_ -> fails end,
    Truth =:= true andalso hold(Guards, Object, Bindings);
hold([], _, _) -> true.

%% What fails in a body is followed by nobody.
body([Last], Object, Bindings) ->
    try value(Last, Object, Bindings) catch error:_ -> throw(unknown) end;
body([First | Rest], Object, Bindings) ->
    _ = body([First], Object, Bindings),
    body(Rest, Object, Bindings).

value('$_', Object, _) -> Object;
value('$$', _, Bindings) -> [Value || {_, Value} <- Bindings];
value(Atom, _, Bindings) when is_atom(Atom) ->
    case variable(Atom) of
        none -> Atom;
        Number -> bound(Number, Bindings)
    end;
value({Tuple}, Object, Bindings) when is_tuple(Tuple) ->
    erlang:list_to_tuple(values(erlang:tuple_to_list(Tuple), Object, Bindings));
value({const, Term}, _, _) -> Term;
value(Call, Object, Bindings) when is_tuple(Call) ->
    [Name | Arguments] = erlang:tuple_to_list(Call),
    special(Name, Arguments, Object, Bindings);
value([_ | _] = List, Object, Bindings) -> values(List, Object, Bindings);
value(Map, _, _) when is_map(Map) -> throw(unknown);
value(Term, _, _) -> Term.

values([Head | Tail], Object, Bindings) ->
    [value(Head, Object, Bindings) | values(Tail, Object, Bindings)];
values([], _, _) -> [];
values(Tail, Object, Bindings) -> value(Tail, Object, Bindings).

bound(Number, [{Number, Value} | _]) -> Value;
bound(Number, [_ | Bindings]) -> bound(Number, Bindings);
bound(_, []) -> throw(unknown).

special('andalso', [Guard], Object, Bindings) -> truth(value(Guard, Object, Bindings));
special('andalso', [Guard | Guards], Object, Bindings) ->
    case value(Guard, Object, Bindings) of
        true -> special('andalso', Guards, Object, Bindings);
        false -> false;
        _ -> erlang:error(badarg)
    end;
special('orelse', [Guard], Object, Bindings) -> truth(value(Guard, Object, Bindings));
special('orelse', [Guard | Guards], Object, Bindings) ->
    case value(Guard, Object, Bindings) of
        false -> special('orelse', Guards, Object, Bindings);
        true -> true;
        _ -> erlang:error(badarg)
    end;
special('and', Guards, Object, Bindings) ->
    all([truth(Truth) || Truth <- values(Guards, Object, Bindings)]);
special('or', Guards, Object, Bindings) ->
    not all([not truth(Truth) || Truth <- values(Guards, Object, Bindings)]);
special(Name, Arguments, Object, Bindings) ->
    call(Name, values(Arguments, Object, Bindings)).

truth(true) -> true;
truth(false) -> false;
truth(_) -> erlang:error(badarg).

all([Truth | Truths]) -> Truth andalso all(Truths);
all([]) -> true.

call('=:=', [Left, Right]) -> Left =:= Right;
call('=/=', [Left, Right]) -> Left =/= Right;
call('==', [Left, Right]) -> Left == Right;
call('/=', [Left, Right]) -> Left /= Right;
call('<', [Left, Right]) -> Left < Right;
call('>', [Left, Right]) -> Left > Right;
call('=<', [Left, Right]) -> Left =< Right;
call('>=', [Left, Right]) -> Left >= Right;
call('not', [Truth]) -> not Truth;
call('xor', [Left, Right]) -> Left xor Right;
call('+', [Left, Right]) -> Left + Right;
call('-', [Left, Right]) -> Left - Right;
call('*', [Left, Right]) -> Left * Right;
call('/', [Left, Right]) -> Left / Right;
call('+', [Number]) -> +Number;
call('-', [Number]) -> -Number;
call('div', [Left, Right]) -> Left div Right;
call('rem', [Left, Right]) -> Left rem Right;
call('band', [Left, Right]) -> Left band Right;
call('bor', [Left, Right]) -> Left bor Right;
call('bxor', [Left, Right]) -> Left bxor Right;
call(abs, [Number]) -> abs(Number);
call(element, [Index, Tuple]) -> element(Index, Tuple);
call(hd, [List]) -> hd(List);
call(tl, [List]) -> tl(List);
call(length, [List]) -> length(List);
call(size, [Term]) -> size(Term);
call(map_size, [Map]) -> map_size(Map);
call(map_get, [Key, Map]) -> map_get(Key, Map);
call(is_map_key, [Key, Map]) -> is_map_key(Key, Map);
call(is_atom, [Term]) -> is_atom(Term);
call(is_binary, [Term]) -> is_binary(Term);
call(is_float, [Term]) -> is_float(Term);
call(is_function, [Term]) -> is_function(Term);
call(is_integer, [Term]) -> is_integer(Term);
call(is_list, [Term]) -> is_list(Term);
call(is_map, [Term]) -> is_map(Term);
call(is_number, [Term]) -> is_number(Term);
call(is_pid, [Term]) -> is_pid(Term);
call(is_port, [Term]) -> is_port(Term);
call(is_reference, [Term]) -> is_reference(Term);
call(is_tuple, [Term]) -> is_tuple(Term);
call(_, _) -> throw(unknown).
