%%% Does a function raise that is said never to raise? Run in a plain `erl`, as a user has it.
%%%
%%% Each function is called with many arguments, each time in a new process; some of these are as processes
%%% in a program are: with a name, messages that wait, words in their dictionary. What is wrong is printed,
%%% a line each, which begins on a new one whatever the functions print.
%%%
%%% How made-up funs become real is taken from `ermine_run`, which is compiled along with this.
-module(ermine_proofs).
-export([main/1]).

%% In milliseconds. What counts down from a number beyond all memory fills that first, on a busy machine too.
-define(TIME, 20000).
%% In words of eight bytes. A call that needs more has not raised.
-define(HEAP, 4 * 1024 * 1024).
%% So many calls of one function that raise are enough.
-define(SHOWN, 3).

main([File]) ->
    logger:set_primary_config(level, none),
    {ok, Calls} = file:open(File, [read, raw, binary, read_ahead]),
    {Functions, Count, Stopped} = all(Calls, {0, 0, 0}),
    io:format("~ntotal\t~b\t~b\t~b~n", [Functions, Count, Stopped]),
    halt(0).

all(Calls, {Functions, Count, Stopped} = Totals) ->
    case file:read(Calls, 4) of
        {ok, <<Length:32>>} ->
            {ok, External} = file:read(Calls, Length),
            {Module, Function, Preconditions, Arguments} = binary_to_term(External),
            Outcomes = outcomes(Module, Function, Preconditions, numbered(Arguments), ?SHOWN),
            [told(Module, Function, Outcome) || {wrong, _, _} = Outcome <- Outcomes],
            Left = length([stopped || stopped <- Outcomes]),
            all(Calls, {Functions + 1, Count + length(Outcomes), Stopped + Left});
        eof ->
            Totals
    end.

%% Until so many are wrong: one would be enough.
outcomes(_, _, _, [], _) ->
    [];
outcomes(_, _, _, _, 0) ->
    [];
outcomes(Module, Function, Preconditions, [Each | Rest], Left) ->
    Outcome = outcome(Module, Function, Preconditions, Each),
    Still = case Outcome of {wrong, _, _} -> Left - 1; _ -> Left end,
    [Outcome | outcomes(Module, Function, Preconditions, Rest, Still)].

numbered(Arguments) ->
    lists:zip(lists:seq(1, length(Arguments)), Arguments).

told(Module, Function, {wrong, What, Arguments}) ->
    Text = io_lib:format("~0tP", [Arguments, 60]),
    io:format("~nwrong\t~ts\t~ts\t~ts~n",
              [io_lib:format("~tw:~tw/~b", [Module, Function, length(Arguments)]),
               io_lib:format("~0tP", [What, 30]), Text]).

outcome(Module, Function, Preconditions, {Number, External}) ->
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
    after ?TIME ->
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
        _ -> returned
    catch
        error:system_limit ->
            stopped;
        Class:Reason ->
            case lists:any(fun(Expected) -> fits(Expected, {Class, Reason}) end,
                           expected(Module, Function, length(Real))) of
                true -> returned;
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
