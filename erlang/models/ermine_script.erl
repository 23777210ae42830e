%%% How are calls carried out that come one after the other, and share what they return?
%%%
%%% A script is a list of calls, each a tuple of a label and the arguments. The rows say what a label stands for:
%%% `{Label, Module, Function, Plans, Kind, Place}`. A plan says where in an argument there may be results of
%%% earlier calls: `keep` (nowhere), `{result, Kind, Label}` (it is one), `{possible, Kind, Label}` (it may be one),
%%% `{tuple, Plans}`, `{list, Plan}`. A result is said by `{Label, Number}`: what the last of all calls that give a
%%% value of this kind gave, or the one before it, and so on. Where it is in what the call returned is its place:
%%% `{whole, Atoms, Tags}` (unless it is one of these atoms, or a tuple that begins with such a tag), or
%%% `{Index, Size, Tag}`, with `none` for no tag.
%%%
%%% The same runs in the interpreter and on the BEAM. (There, what cannot be is an exit; here, it is no input.)
-module(ermine_script).
-export([run/2, no_input/0]).

run(Rows, Script) ->
    calls(Script, Rows, []),
    %% What the last call has set going may yet go wrong.
    receive after 20 -> ok end.

calls([Call | Calls], Rows, Known) ->
    {_, Module, Function, Plans, Kind, Place} = row(element(1, Call), Rows),
    Arguments = arguments(Plans, 2, Call, Known),
    Result = apply(Module, Function, Arguments),
    case Kind of
        none -> calls(Calls, Rows, Known);
        _ -> calls(Calls, Rows, [{Kind, Place, Result} | Known])
    end;
calls([], _, _) ->
    ok.

row(Said, [Row | Rows]) ->
    case Said of
        Label when Label =:= element(1, Row) -> Row;
        _ -> row(Said, Rows)
    end;
row(_, []) ->
    no_input().

arguments([Plan | Plans], Index, Call, Known) ->
    [value(Plan, element(Index, Call), Known) | arguments(Plans, Index + 1, Call, Known)];
arguments([], _, _, _) ->
    [].

value(keep, Value, _) ->
    Value;
value({result, Kind, _}, {_, Number}, Known) ->
    result(Number, Kind, Known);
value({possible, Kind, Label}, Value, Known) ->
    case Value of
        {Said, Number} when Said =:= Label, is_integer(Number), Number > 0 -> result(Number, Kind, Known);
        %% Nobody else calls anything so.
        {Said, _} when Said =:= Label -> no_input();
        _ -> Value
    end;
value({tuple, Plans}, Value, Known) when is_tuple(Value) ->
    list_to_tuple(arguments(Plans, 1, Value, Known));
value({list, Plan}, [Head | Tail], Known) ->
    [value(Plan, Head, Known) | value({list, Plan}, Tail, Known)];
value(_, Value, _) ->
    Value.

result(Number, Kind, [{Given, Place, Result} | Known]) ->
    case Given of
        Kind when Number =:= 1 -> alive(taken(Place, Result));
        Kind -> result(Number - 1, Kind, Known);
        _ -> result(Number, Kind, Known)
    end;
result(_, _, []) ->
    no_input().

taken({whole, Atoms, Tags}, Value) ->
    case is_atom(Value) andalso lists:member(Value, Atoms) of
        true -> no_input();
        false when is_tuple(Value), tuple_size(Value) > 0, Tags =/= [] ->
            case lists:member(element(1, Value), Tags) of
                true -> no_input();
                false -> Value
            end;
        false -> Value
    end;
taken({Index, Size, none}, Tuple) when is_tuple(Tuple), tuple_size(Tuple) =:= Size ->
    element(Index, Tuple);
taken({Index, Size, Tag}, Tuple) when is_tuple(Tuple), tuple_size(Tuple) =:= Size ->
    case element(1, Tuple) of
        Tag -> element(Index, Tuple);
        _ -> no_input()
    end;
taken(_, _) ->
    no_input().

%% Who was stopped can do nothing any more, and that is no news.
alive(Pid) when is_pid(Pid) ->
    case is_process_alive(Pid) of
        true -> Pid;
        false -> no_input()
    end;
alive(Value) ->
    Value.

no_input() ->
    exit('$no_input').
