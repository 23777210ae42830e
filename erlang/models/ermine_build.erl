%%% How does an input come to values that only the program can build? By calling what builds them, before the
%%% function under test and in its process.
%%%
%%% What an argument says in place of such a value is a call, as a tuple: a label, which says who is called,
%%% and the arguments. The plans say where these are: `keep` (nowhere), `{built, Number}`, `{tuple, Plans}`,
%%% `{list, Plan}`, `{either, Plans}`. For each number, the table has those that may be called, as
%%% `{Label, Module, Function, Plans, Place, Tags, Others}`: the value is all of what they return (`whole`), or that
%%% element of a tuple that begins with one of the tags, if there are any; the others are no values.
%%% (`ready/0` is a native: from there on all that happens is the function's doing.)
-module(ermine_build).
-export([call/5]).

%% Calls a function, or a fun, with what is built. A call that fails builds nothing: such an input there is not.
call(Plans, Table, Module, Function, Given) ->
    case built(Plans, Given, Table) of
        {built, Arguments} ->
            ermine_build:ready(),
            case Function of
                _ when is_atom(Function) -> apply(Module, Function, Arguments);
                _ -> apply(Function, Arguments)
            end;
        refused ->
            exit('$not_built')
    end.

built(Plans, Given, Table) ->
    try
        {built, values(Plans, Given, Table)}
    catch
        _:_ -> refused
    end.

%% What comes after the arguments is kept.
values([Plan | Plans], [Value | Values], Table) ->
    [value(Plan, Value, Table) | values(Plans, Values, Table)];
values([], Values, _) ->
    Values.

value(keep, Value, _) ->
    Value;
value({built, Number}, Call, Table) ->
    make(element(Number, Table), Call, Table);
value({tuple, Plans}, Value, Table) ->
    list_to_tuple(elements(Plans, 1, Value, Table));
value({list, Plan}, [Head | Tail], Table) ->
    [value(Plan, Head, Table) | value({list, Plan}, Tail, Table)];
value({list, _}, Tail, _) ->
    Tail;
value({either, Plans}, Value, Table) ->
    one_of(Plans, Value, Table).

elements([Plan | Plans], Index, Tuple, Table) ->
    [value(Plan, element(Index, Tuple), Table) | elements(Plans, Index + 1, Tuple, Table)];
elements([], _, _, _) ->
    [].

one_of([{built, Number} | Plans], Value, Table) when is_tuple(Value), tuple_size(Value) > 0 ->
    case is_label(element(1, Value), element(Number, Table)) of
        true -> make(element(Number, Table), Value, Table);
        false -> one_of(Plans, Value, Table)
    end;
one_of([{tuple, Parts} = Plan | Plans], Value, Table) when is_tuple(Value) ->
    case tuple_size(Value) =:= length(Parts) of
        true -> value(Plan, Value, Table);
        false -> one_of(Plans, Value, Table)
    end;
one_of([{list, _} = Plan | _], [_ | _] = Value, Table) ->
    value(Plan, Value, Table);
one_of([_ | Plans], Value, Table) ->
    one_of(Plans, Value, Table);
one_of([], Value, _) ->
    Value.

is_label(Said, [Row | Rows]) ->
    case Said of
        Label when Label =:= element(1, Row) -> true;
        _ -> is_label(Said, Rows)
    end;
is_label(_, []) ->
    false.

make([{Label, Module, Function, Plans, Place, Tags, Others} | Rows], Call, Table) ->
    case element(1, Call) of
        Said when Said =:= Label ->
            Arguments = elements(Plans, 2, Call, Table),
            taken(Place, Tags, Others, apply(Module, Function, Arguments));
        _ ->
            make(Rows, Call, Table)
    end.

taken(whole, _, Others, Value) ->
    false = is_atom(Value) andalso lists:member(Value, Others),
    Value;
taken(Index, [], _, Tuple) ->
    element(Index, Tuple);
taken(Index, Tags, _, Tuple) ->
    true = lists:member(element(1, Tuple), Tags),
    element(Index, Tuple).
