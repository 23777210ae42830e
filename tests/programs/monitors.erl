%% Monitors: of the living, the dead and the named; demonitor with its options; many at once.
-module(monitors).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{reasons, fun reasons/0},
         {of_the_dead, fun of_the_dead/0},
         {of_a_name, fun of_a_name/0},
         {of_an_unused_name, fun of_an_unused_name/0},
         {several, fun several/0},
         {demonitor, fun demonitor_plain/0},
         {demonitor_flush, fun demonitor_flush/0},
         {demonitor_info, fun demonitor_info/0},
         {tag, fun tag/0},
         {both_link_and_monitor, fun both_link_and_monitor/0},
         {oneself, fun oneself/0},
         {bad_arguments, fun bad_arguments/0}]].

down(Monitor) ->
    receive {'DOWN', Monitor, process, _, Reason} -> without_stack(Reason) end.

without_stack({Reason, [{_, _, _, _} | _]}) -> {Reason, stack};
without_stack(Reason) -> Reason.

forever() -> receive stop -> ok end.

reasons() ->
    [begin {_, Monitor} = spawn_monitor(Fun), down(Monitor) end || Fun <-
        [fun() -> ok end,
         fun() -> exit(normal) end,
         fun() -> exit(shutdown) end,
         fun() -> exit({shutdown, [1, 2]}) end,
         fun() -> error(badarg) end,
         fun() -> throw(ball) end,
         fun() -> erlang:raise(exit, raised, []) end,
         fun() -> atom_to_list(identity(1)) end,
         fun() -> exit(self(), kill), forever() end]].

identity(X) -> X.

of_the_dead() ->
    {Pid, First} = spawn_monitor(fun() -> exit(gone) end),
    Reason = down(First),
    {Reason, down(monitor(process, Pid))}.

of_a_name() ->
    Pid = spawn(fun forever/0),
    register(monitored_name, Pid),
    Monitor = monitor(process, monitored_name),
    exit(Pid, bye),
    receive
        {'DOWN', Monitor, process, {Name, Node}, Reason} -> {Name, Node =:= node(), Reason}
    end.

of_an_unused_name() ->
    Monitor = monitor(process, nobody_has_this_name),
    receive {'DOWN', Monitor, process, {Name, _}, Reason} -> {Name, Reason} end.

several() ->
    Pid = spawn(fun forever/0),
    Monitors = [monitor(process, Pid) || _ <- lists:seq(1, 5)],
    Pid ! stop,
    {length(lists:usort(Monitors)), [down(Monitor) || Monitor <- Monitors]}.

demonitor_plain() ->
    Pid = spawn(fun forever/0),
    Monitor = monitor(process, Pid),
    Other = monitor(process, Pid),
    Removed = demonitor(Monitor),
    Pid ! stop,
    {Removed, down(Other), receive {'DOWN', Monitor, _, _, _} -> seen after 0 -> unseen end}.

demonitor_flush() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    Other = monitor(process, Pid),
    down(Other),
    demonitor(Monitor, [flush]),
    receive {'DOWN', Monitor, _, _, _} -> seen after 0 -> unseen end.

demonitor_info() ->
    Pid = spawn(fun forever/0),
    Monitor = monitor(process, Pid),
    First = demonitor(Monitor, [info]),
    Second = demonitor(Monitor, [info]),
    Third = demonitor(Monitor, [info, flush]),
    Never = demonitor(make_ref()),
    Pid ! stop,
    {First, Second, Third, Never}.

tag() ->
    Pid = spawn(fun forever/0),
    Monitor = monitor(process, Pid, [{tag, {my, tag}}]),
    Pid ! stop,
    receive {{my, tag}, Monitor, process, Pid, Reason} -> Reason end.

both_link_and_monitor() ->
    process_flag(trap_exit, true),
    {Pid, Monitor} = spawn_opt(fun() -> exit(twice) end, [link, monitor]),
    Exit = receive {'EXIT', Pid, Reason} -> Reason end,
    process_flag(trap_exit, false),
    {Exit, down(Monitor)}.

oneself() ->
    Monitor = monitor(process, self()),
    {is_reference(Monitor), demonitor(Monitor, [info])}.

bad_arguments() ->
    [try Call() catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> monitor(identity(procession), self()) end,
         fun() -> monitor(process, identity("name")) end,
         fun() -> demonitor(identity(atom)) end,
         fun() -> demonitor(make_ref(), identity([unknown])) end]].
