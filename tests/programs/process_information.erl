%% process_info, is_process_alive, processes, group leaders, and what else a process can ask about
%% processes, as far as the answer does not depend on the machine.
-module(process_information).
-export([main/0, waiting/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{mailbox, fun mailbox/0},
         {status, fun status/0},
         {initial_call, fun initial_call/0},
         {relations, fun relations/0},
         {several_items, fun several_items/0},
         {of_the_dead, fun of_the_dead/0},
         {flags, fun flags/0},
         {alive, fun alive/0},
         {listed, fun listed/0},
         {leader, fun leader/0},
         {bad_arguments, fun bad_arguments/0}]].

waiting() -> receive stop -> ok end.

stop(Pid) ->
    Monitor = monitor(process, Pid),
    Pid ! stop,
    receive {'DOWN', Monitor, _, _, _} -> ok end.

mailbox() ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        Empty = process_info(self(), message_queue_len),
        self() ! one, self() ! {two, 2}, self() ! "three",
        Length = process_info(self(), message_queue_len),
        Messages = process_info(self(), messages),
        receive {two, 2} -> ok end,
        exit({Empty, Length, Messages, process_info(self(), messages)})
    end),
    receive {'DOWN', Monitor, process, Pid, Result} -> Result end.

status() ->
    Pid = spawn(?MODULE, waiting, []),
    until_waiting(Pid),
    Waiting = process_info(Pid, status),
    Running = process_info(self(), status),
    Function = process_info(Pid, current_function),
    stop(Pid),
    {Waiting, Running, Function}.

until_waiting(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> receive after 1 -> until_waiting(Pid) end
    end.

initial_call() ->
    Pid = spawn(?MODULE, waiting, []),
    Call = process_info(Pid, initial_call),
    stop(Pid),
    Call.

relations() ->
    {Middle, Outer} = {spawn(?MODULE, waiting, []), self()},
    {Pid, Monitor} = spawn_monitor(fun() ->
        link(Middle),
        monitor(process, Middle),
        {links, Links} = process_info(self(), links),
        {monitors, Monitors} = process_info(self(), monitors),
        {monitored_by, By} = process_info(self(), monitored_by),
        unlink(Middle),
        exit({Links =:= [Middle], Monitors =:= [{process, Middle}], By =:= [Outer]})
    end),
    Result = receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end,
    stop(Middle),
    Result.

several_items() ->
    Pid = spawn(?MODULE, waiting, []),
    Pid ! left,
    register(pi_several, Pid),
    until_waiting(Pid),
    Info = process_info(Pid, [registered_name, message_queue_len, trap_exit, links, messages, dictionary,
        priority]),
    unregister(pi_several),
    Unnamed = process_info(Pid, [registered_name]),
    stop(Pid),
    {Info, Unnamed, process_info(Pid, [links])}.

of_the_dead() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    {process_info(Pid), process_info(Pid, links), is_process_alive(Pid)}.

flags() ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        A = process_flag(trap_exit, true),
        B = process_flag(trap_exit, false),
        C = process_flag(trap_exit, true),
        D = process_info(self(), trap_exit),
        E = process_flag(priority, high),
        F = process_flag(priority, normal),
        exit({A, B, C, D, E, F})
    end),
    receive {'DOWN', Monitor, process, Pid, Result} -> Result end.

alive() ->
    Pid = spawn(?MODULE, waiting, []),
    Before = is_process_alive(Pid),
    stop(Pid),
    {Before, is_process_alive(Pid), is_process_alive(self())}.

listed() ->
    Pid = spawn(?MODULE, waiting, []),
    Before = lists:member(Pid, processes()),
    stop(Pid),
    {Before, lists:member(Pid, processes()), lists:member(self(), processes())}.

%% Children inherit the group leader.
leader() ->
    Self = self(),
    Old = group_leader(),
    Pid = spawn(?MODULE, waiting, []),
    group_leader(Pid, self()),
    Child = spawn(fun() -> Self ! {leader, group_leader()} end),
    Inherited = receive {leader, Leader} -> Leader =:= Pid end,
    group_leader(Old, self()),
    stop(Pid),
    {Inherited, group_leader() =:= Old, is_pid(Child)}.

bad_arguments() ->
    [try Call() catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> process_info(identity(atom), links) end,
         fun() -> process_info(self(), identity(unknown_item)) end,
         fun() -> process_info(self(), identity([links, unknown_item])) end,
         fun() -> is_process_alive(identity(1)) end,
         fun() -> process_flag(identity(unknown_flag), true) end,
         fun() -> process_flag(trap_exit, identity(maybe_so)) end,
         fun() -> process_flag(priority, identity(urgent)) end]].

identity(X) -> X.
