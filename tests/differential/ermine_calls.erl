%%% Calls that belong together, one after the other in one process: what is made by one is used by
%%% the next.
-module(ermine_calls).
-export([run/1]).

%% Each call is `{Module, Function, Arguments}`, or `{sorted, Module, Function, Arguments}` where the
%% order of a list does not count. `{'$result', N}` in the arguments stands for what the N-th call
%% gave. The outcomes are `{value, Value}` and `{Class, Reason, [Frame]}`.
run(Calls) ->
    run(Calls, 1, #{}).

run([Call | Calls], Number, Results) ->
    Outcome = outcome(Call, Results),
    More = case Outcome of
               {value, Value} -> Results#{Number => Value};
               _ -> Results
           end,
    [Outcome | run(Calls, Number + 1, More)];
run([], _, _) ->
    [].

outcome({sorted, Module, Function, Arguments}, Results) ->
    case outcome({Module, Function, Arguments}, Results) of
        {value, List} when is_list(List), length(List) >= 0 -> {value, sorted(List)};
        Outcome -> Outcome
    end;
outcome({Module, Function, Arguments}, Results) ->
    try apply(Module, Function, filled(Arguments, Results)) of
        Value -> {value, Value}
    catch
        Class:Reason:Stack -> {Class, Reason, lists:sublist(Stack, 1)}
    end.

%% By hash first, because `1` and `1.0` are equal to `lists:sort/1`.
sorted(List) ->
    [Element || {_, Element} <- lists:sort([{erlang:phash2(Element), Element} || Element <- List])].

filled({'$result', Number}, Results) ->
    maps:get(Number, Results, no_result);
filled([Head | Tail], Results) ->
    [filled(Head, Results) | filled(Tail, Results)];
filled(Tuple, Results) when is_tuple(Tuple) ->
    list_to_tuple(filled(tuple_to_list(Tuple), Results));
filled(Term, _) ->
    Term.
