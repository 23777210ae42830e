%% Registered names: register, unregister, whereis, sending to a name, names of the dead, bad uses.
-module(registered_names).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{life_of_a_name, fun life_of_a_name/0},
         {name_dies_with_process, fun name_dies_with_process/0},
         {sending, fun sending/0},
         {own_name, fun own_name/0},
         {bad_uses, fun bad_uses/0},
         {name_server, fun name_server/0}]].

forever() -> receive stop -> ok end.

stop(Pid) ->
    Monitor = monitor(process, Pid),
    Pid ! stop,
    receive {'DOWN', Monitor, _, _, Reason} -> Reason end.

life_of_a_name() ->
    Before = whereis(rn_one),
    Pid = spawn(fun forever/0),
    Registered = register(rn_one, Pid),
    During = whereis(rn_one) =:= Pid,
    Listed = lists:member(rn_one, registered()),
    Info = process_info(Pid, registered_name),
    Unregistered = unregister(rn_one),
    After = {whereis(rn_one), process_info(Pid, registered_name)},
    {Before, Registered, During, Listed, Info, Unregistered, After, stop(Pid)}.

name_dies_with_process() ->
    Pid = spawn(fun forever/0),
    register(rn_two, Pid),
    stop(Pid),
    {whereis(rn_two), lists:member(rn_two, registered())}.

sending() ->
    Self = self(),
    Pid = spawn(fun Loop() ->
        receive {Tag, N} -> Self ! {Tag, N + 1}, Loop(); stop -> ok end
    end),
    register(rn_three, Pid),
    rn_three ! {bang, 1},
    erlang:send(rn_three, {send, 2}),
    ok = erlang:send(rn_three, {options, 3}, [nosuspend]),
    {rn_three, node()} ! {with_node, 4},
    Answers = [receive {Tag, N} -> {Tag, N} end || Tag <- [with_node, options, send, bang]],
    {Answers, stop(Pid)}.

own_name() ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        register(rn_self, self()),
        rn_self ! hello,
        receive hello -> exit({got, process_info(self(), registered_name)}) end
    end),
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end.

bad_uses() ->
    Pid = spawn(fun forever/0),
    Other = spawn(fun forever/0),
    register(rn_four, Pid),
    Results = [try Call() of Value -> {value, Value} catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> register(rn_four, Other) end,
         fun() -> register(rn_other, Pid) end,
         fun() -> register(undefined, Other) end,
         fun() -> register(identity("string"), Other) end,
         fun() -> register(rn_atom, identity(atom)) end,
         fun() -> unregister(rn_nobody) end,
         fun() -> whereis(identity(1)) end,
         fun() -> rn_nobody ! message end,
         fun() -> {rn_nobody, node()} ! message end,
         fun() -> identity(42) ! message end]],
    stop(Pid),
    stop(Other),
    DeadOne = try register(rn_dead, Pid) catch Class:Reason -> {Class, Reason} end,
    {Results, DeadOne}.

identity(X) -> X.

%% Names given to short-lived processes one after the other.
name_server() ->
    [begin
         {Pid, Monitor} = spawn_monitor(fun() -> register(rn_reused, self()), exit({done, N}) end),
         receive {'DOWN', Monitor, process, Pid, Reason} -> {Reason, whereis(rn_reused)} end
     end || N <- [1, 2, 3]].
