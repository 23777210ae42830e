%%% How long does a call take on the BEAM?
-module(ermine_clock).
-export([samples/4, forms/1, decode/1]).

%% Each sample repeats the call until so much time has passed: the clock ticks in milliseconds.
-define(MICROSECONDS_PER_SAMPLE, 100000).

%% The value of the call, and so many samples of its processor time in microseconds, each after
%% the code has been loaded and run once.
samples(Module, Function, Arguments, Count) ->
    Call = fun() -> apply(Module, Function, Arguments) end,
    {Value, Once} = value_and_time(Call),
    Rounds = max(1, ?MICROSECONDS_PER_SAMPLE div max(1, Once)),
    {Value, [sample(Call, Rounds) || _ <- lists:seq(1, Count)]}.

value_and_time(Call) ->
    alone(Call),
    Start = erlang:monotonic_time(microsecond),
    Value = alone(Call),
    {Value, erlang:monotonic_time(microsecond) - Start}.

%% Processor time, as others want the machine too. All threads count: the collector may use several.
sample(Call, Rounds) ->
    {Start, _} = statistics(runtime),
    repeat(Call, Rounds),
    {End, _} = statistics(runtime),
    (End - Start) * 1000 / Rounds.

repeat(_, 0) -> ok;
repeat(Call, Rounds) ->
    {_, Monitor} = spawn_monitor(Call),
    receive {'DOWN', Monitor, process, _, _} -> ok end,
    repeat(Call, Rounds - 1).

%% In a process of its own, whose heap begins small.
alone(Call) ->
    {_, Monitor} = spawn_monitor(fun() -> exit({value, Call()}) end),
    receive {'DOWN', Monitor, process, _, {value, Value}} -> Value end.

%% The abstract forms of modules: large terms such as compilers have.
forms(Modules) ->
    [begin
         {ok, {_, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(code:which(Module), [abstract_code]),
         Forms
     end || Module <- Modules].

decode(External) ->
    is_list(binary_to_term(External)).
