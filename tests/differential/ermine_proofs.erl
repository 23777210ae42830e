%%% Does a function raise that is said never to raise? Run in a plain `erl`, as a user has it.
%%%
%%% Each function is called with many arguments, each time in a new process; some of these are as processes
%%% in a program are: with a name, messages that wait, words in their dictionary. What is wrong is printed,
%%% a line each, which begins on a new one whatever the functions print.
%%%
%%% How made-up funs become real is taken from `ermine_run`, which is compiled along with this.
-module(ermine_proofs).
-export([main/1]).

%% In milliseconds. Whatever takes longer gets a second, longer try: the machine may be busy.
-define(TIME, 1000).
-define(LONG_TIME, 20000).
%% So long all calls of a function may take, in milliseconds; the rest is not made.
-define(ALL_TIME, 180000).
%% In words of eight bytes. A call that needs more has not raised.
-define(HEAP, 32 * 1024 * 1024).
%% So many calls of one function that raise are enough.
-define(SHOWN, 3).
%% So many results of a function that differ, and are not larger than so many bytes, are told.
-define(RESULTS, 500).
-define(RESULT_SIZE, 20000).

main([File, Results]) ->
    logger:set_primary_config(level, none),
    {ok, Calls} = file:open(File, [read, raw, binary, read_ahead]),
    {ok, Out} = file:open(Results, [write, raw, binary, delayed_write]),
    {Functions, Count, Stopped} = all(Calls, Out, {0, 0, 0}),
    ok = file:close(Out),
    io:format("~ntotal\t~b\t~b\t~b~n", [Functions, Count, Stopped]),
    halt(0).

all(Calls, Out, {Functions, Count, Stopped} = Totals) ->
    case file:read(Calls, 4) of
        {ok, <<Length:32>>} ->
            {ok, External} = file:read(Calls, Length),
            {Module, Function, Preconditions, Arguments} = binary_to_term(External),
            End = erlang:monotonic_time(millisecond) + ?ALL_TIME,
            Outcomes = outcomes(Module, Function, Preconditions, numbered(Arguments), ?SHOWN, End),
            [told(Module, Function, Outcome) || {wrong, _, _} = Outcome <- Outcomes],
            Left = length([stopped || stopped <- Outcomes]),
            write(Out, Module, Function, results(Arguments, Outcomes, #{})),
            all(Calls, Out, {Functions + 1, Count + length(Outcomes), Stopped + Left});
        eof ->
            Totals
    end.

write(Out, Module, Function, Results) ->
    External = term_to_binary({Module, Function, Results}),
    ok = file:write(Out, [<<(byte_size(External)):32>>, External]).

%% Those that differ, each with arguments that gave it.
results([Arguments | More], [{returned, Result} | Rest], Seen)
  when map_size(Seen) < ?RESULTS, byte_size(Result) =< ?RESULT_SIZE ->
    results(More, Rest, maps:merge(#{Result => Arguments}, Seen));
results([_ | More], [_ | Rest], Seen) ->
    results(More, Rest, Seen);
results(_, [], Seen) ->
    [{Arguments, Result} || {Result, Arguments} <- maps:to_list(Seen)].

%% Until so many are wrong: one would be enough.
outcomes(_, _, _, [], _, _) ->
    [];
outcomes(_, _, _, _, 0, _) ->
    [];
outcomes(Module, Function, Preconditions, [Each | Rest], Left, End) ->
    case erlang:monotonic_time(millisecond) > End of
        true ->
            [];
        false ->
            Outcome = outcome(Module, Function, Preconditions, Each),
            Still = case Outcome of {wrong, _, _} -> Left - 1; _ -> Left end,
            [Outcome | outcomes(Module, Function, Preconditions, Rest, Still, End)]
    end.

numbered(Arguments) ->
    lists:zip(lists:seq(1, length(Arguments)), Arguments).

told(Module, Function, {wrong, What, Arguments}) ->
    Text = io_lib:format("~0tP", [Arguments, 60]),
    io:format("~nwrong\t~ts\t~ts\t~ts~n",
              [io_lib:format("~tw:~tw/~b", [Module, Function, length(Arguments)]),
               io_lib:format("~0tP", [What, 30]), Text]).

outcome(Module, Function, Preconditions, Call) ->
    case outcome(Module, Function, Preconditions, Call, ?TIME) of
        {wrong, no_end, _} -> outcome(Module, Function, Preconditions, Call, ?LONG_TIME);
        Outcome -> Outcome
    end.

outcome(Module, Function, Preconditions, {Number, External}, Time) ->
    Call = fun() ->
                   [live_a_little() || Number rem 10 =:= 0],
                   exit({?MODULE, called(Module, Function, Preconditions, External)})
           end,
    Heap = #{size => ?HEAP, kill => true, error_logger => false},
    {Process, Monitor} = spawn_opt(Call, [monitor, {max_heap_size, Heap}]),
    receive
        {'DOWN', Monitor, process, Process, {?MODULE, Outcome}} -> Outcome;
        {'DOWN', Monitor, process, Process, killed} -> stopped;
        {'DOWN', Monitor, process, Process, Reason} -> {wrong, {signal, Reason}, decoded(External)}
    after Time ->
        exit(Process, kill),
        receive {'DOWN', Monitor, process, Process, _} -> ok end,
        {wrong, no_end, decoded(External)}
    end.

%% What a process of a program has, and one that has just begun does not.
live_a_little() ->
    register(ermine_proofs_of_a_function, self()),
    [put(Key, Value) || {Key, Value} <- [{key, value}, {1, 2}, {'$ancestors', [self()]}]],
    [self() ! Message || Message <- [stray, {self(), stray}, {make_ref(), stray}, timeout, foo]],
    ok.

called(Module, Function, Preconditions, External) ->
    try decoded(External) of
        Arguments ->
            Real = [ermine_run:made_up(Each) || Each <- Arguments],
            case lists:all(fun({M, F}) -> (catch apply(M, F, Real)) =:= true end, Preconditions) of
                true -> raised(Module, Function, Real, Arguments);
                false -> stopped
            end
    catch
        %% A term that this node cannot have.
        error:badarg -> stopped
    end.

raised(Module, Function, Real, Arguments) ->
    try apply(Module, Function, Real) of
        Result -> {returned, term_to_binary(Result)}
    catch
        error:system_limit ->
            stopped;
        Class:Reason ->
            case lists:any(fun(Expected) -> fits(Expected, {Class, Reason}) end,
                           expected(Module, Function, length(Real))) of
                true -> expected;
                false -> {wrong, {Class, Reason}, Arguments}
            end
    end.

%% What the module itself says that the function may raise.
expected(Module, Function, Arity) ->
    [Exception
     || {ermine, Declared} <- Module:module_info(attributes),
        {expect, {F, A}, Exception} <- Declared, F =:= Function, A =:= Arity].

%% The atom '_' stands for any term.
fits('_', _) -> true;
fits([Head | Tail], [H | T]) -> fits(Head, H) andalso fits(Tail, T);
fits(Pattern, Term) when is_tuple(Pattern), is_tuple(Term) ->
    fits(tuple_to_list(Pattern), tuple_to_list(Term));
fits(Pattern, Term) -> Pattern =:= Term.

decoded(External) ->
    binary_to_term(External).
