%% proc_lib: synchronous start with acknowledgement or failure, initial calls, ancestors, crashes,
%% hibernation, stop.
-module(proc_lib_processes).
-export([main/0, init/2, loop/1, woken/1]).

main() ->
    process_flag(trap_exit, true),
    Results = [{Name, Test()} || {Name, Test} <-
        [{start, fun start/0},
         {start_failures, fun start_failures/0},
         {start_timeout, fun start_timeout/0},
         {start_monitor, fun start_monitor/0},
         {ancestors, fun ancestors/0},
         {initial_call, fun initial_call/0},
         {crash_reasons, fun crash_reasons/0},
         {hibernate, fun hibernate/0},
         {stop, fun stop/0}]],
    process_flag(trap_exit, false),
    Results.

init(ack, Value) -> proc_lib:init_ack({ok, self()}), loop(Value);
init(ack_to, Parent) -> proc_lib:init_ack(Parent, {ready, self()}), loop(0);
init(return, Value) -> Value;
init(exit, Reason) -> exit(Reason);
init(error, Reason) -> error(Reason);
init(hang, _) -> loop(0).

loop(State) ->
    receive
        {From, get} -> From ! {state, State}, loop(State);
        {From, ancestors} -> From ! {ancestors, get('$ancestors')}, loop(State);
        {From, initial_call} -> From ! {initial_call, get('$initial_call'),
            proc_lib:initial_call(self())}, loop(State);
        {exit, Reason} -> exit(Reason);
        {system, From, {terminate, Reason}} -> gen:reply(From, ok), exit(Reason)
    end.

exit_from(Pid) -> receive {'EXIT', Pid, Reason} -> short(Reason) after 60000 -> alive end.

short({Reason, [{M, F, A, _} | _]}) when is_atom(M), is_list(A) -> {Reason, {M, F, length(A)}};
short({Reason, [{M, F, A, _} | _]}) when is_atom(M) -> {Reason, {M, F, A}};
short(Reason) -> Reason.

ask(Pid, Question) -> Pid ! {self(), Question}, receive Answer -> Answer after 60000 -> nothing end.

finish(Pid) -> Pid ! {exit, normal}, exit_from(Pid).

start() ->
    {ok, Pid} = proc_lib:start_link(?MODULE, init, [ack, 42]),
    State = ask(Pid, get),
    {ready, Other} = proc_lib:start_link(?MODULE, init, [ack_to, self()]),
    {State, finish(Pid), finish(Other)}.

start_failures() ->
    [begin
         Result = proc_lib:start_link(?MODULE, init, [How, Value]),
         Signal = receive {'EXIT', _, Reason} -> short(Reason) after 20 -> none end,
         {case Result of {error, Error} -> {error, short(Error)}; Other -> Other end, Signal}
     end || {How, Value} <- [{exit, no_luck}, {exit, normal}, {error, no_luck}, {return, x}]].

start_timeout() ->
    Result = proc_lib:start_link(?MODULE, init, [hang, x], 5),
    {Result, receive {'EXIT', _, Reason} -> Reason after 20 -> none end}.

start_monitor() ->
    {{ok, Pid}, Monitor} = proc_lib:start_monitor(?MODULE, init, [ack, 1]),
    Pid ! {exit, bye},
    Down = receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end,
    {{error, Failed}, Other} = proc_lib:start_monitor(?MODULE, init, [exit, at_once]),
    {Down, Failed, receive {'DOWN', Other, process, _, R} -> R end}.

ancestors() ->
    Self = self(),
    Parent = proc_lib:spawn_link(fun() ->
        Child = proc_lib:spawn_link(?MODULE, loop, [child]),
        Self ! {child, Child},
        loop(parent)
    end),
    Child = receive {child, Pid} -> Pid end,
    {ancestors, [First, Second | _]} = ask(Child, ancestors),
    Result = {First =:= Parent, Second =:= Self},
    Child ! {exit, normal},
    {Result, finish(Parent)}.

initial_call() ->
    Pid = proc_lib:spawn_link(?MODULE, loop, [x]),
    Answer = ask(Pid, initial_call),
    {Answer, proc_lib:translate_initial_call(Pid), finish(Pid)}.

crash_reasons() ->
    [exit_from(proc_lib:spawn_link(fun() -> Fun() end)) || Fun <-
        [fun() -> exit(normal) end,
         fun() -> exit({shutdown, x}) end,
         fun() -> exit(strange) end,
         fun() -> throw(ball) end,
         fun() -> ok end]].

%% A hibernating process loses its stack and goes on in another function.
hibernate() ->
    Self = self(),
    Pid = proc_lib:spawn_link(fun() ->
        put(kept, "in the dictionary"),
        try proc_lib:hibernate(?MODULE, woken, [Self]) after Self ! never_reached end
    end),
    Pid ! wake_up,
    Answer = receive {woken, _, _} = Woken -> Woken after 60000 -> nothing end,
    {Answer, exit_from(Pid), receive never_reached -> reached after 0 -> not_reached end}.

woken(Parent) -> receive Message -> Parent ! {woken, Message, get(kept)} end.

stop() ->
    {ok, Pid} = proc_lib:start_link(?MODULE, init, [ack, 1]),
    Result = proc_lib:stop(Pid, {shutdown, please}, 5000),
    Gone = try proc_lib:stop(Pid) catch Class:Reason -> {Class, Reason} end,
    {Result, exit_from(Pid), Gone}.
