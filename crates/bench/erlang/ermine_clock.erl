%%% How long does a call take on the BEAM?
-module(ermine_clock).
-export([samples/4, decode/1, forms/1]).

%% Each sample repeats the call until so much time has passed: the clock ticks in milliseconds.
-define(MILLISECONDS_PER_SAMPLE, 100).

%% The value of the call, and so many samples of its processor time in microseconds, each after
%% the code has been loaded and run.
samples(Module, Function, Arguments, Count) ->
    Call = fun() -> apply(Module, Function, Arguments) end,
    Value = value(Call),
    Rounds = rounds(Call, 1),
    {Value, [time(Call, Rounds) * 1000 / Rounds || _ <- lists:seq(1, Count)]}.

%% How often the call has to be repeated.
rounds(Call, Rounds) ->
    case time(Call, Rounds) of
        Long when Long >= ?MILLISECONDS_PER_SAMPLE -> Rounds;
        _ -> rounds(Call, Rounds * 2)
    end.

%% Processor time, as others want the machine too. All threads count: the collector may use several.
time(Call, Rounds) ->
    {Start, _} = statistics(runtime),
    repeat(Call, Rounds),
    {End, _} = statistics(runtime),
    End - Start.

repeat(_, 0) -> ok;
repeat(Call, Rounds) ->
    {_, Monitor} = spawn_monitor(Call),
    receive {'DOWN', Monitor, process, _, normal} -> ok end,
    repeat(Call, Rounds - 1).

%% In a process of its own, as all the others are: its heap begins small.
value(Call) ->
    {_, Monitor} = spawn_monitor(fun() -> exit({value, Call()}) end),
    receive {'DOWN', Monitor, process, _, {value, Value}} -> Value end.

%% Is it a list? To know, one has to decode it.
decode(External) ->
    is_list(binary_to_term(External)).

%% The abstract forms of modules: large terms such as compilers have.
forms(Modules) ->
    [begin
         {ok, {_, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(code:which(Module), [abstract_code]),
         Forms
     end || Module <- Modules].
