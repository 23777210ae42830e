%% How a reason of death travels: through links, monitors, catches, calls and trees of processes.
-module(exit_reasons).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{shapes, fun shapes/0},
         {through_links, fun through_links/0},
         {translated, fun translated/0},
         {normal_stops_at_the_first, fun normal_stops_at_the_first/0},
         {exit_caught_inside, fun exit_caught_inside/0},
         {signal_is_not_caught, fun signal_is_not_caught/0},
         {call_to_the_dead, fun call_to_the_dead/0},
         {who_was_first, fun who_was_first/0},
         {after_runs_on_exit, fun after_runs_on_exit/0},
         {after_does_not_run_on_signal, fun after_does_not_run_on_signal/0}]].

reason_of(Fun) ->
    {Pid, Monitor} = spawn_monitor(Fun),
    receive {'DOWN', Monitor, process, Pid, Reason} -> without_stack(Reason) end.

without_stack({Reason, [{M, _, _, L} | _]}) when is_atom(M), is_list(L) -> {Reason, stack};
without_stack(Reason) -> Reason.

forever() -> receive stop -> ok end.

identity(X) -> X.

shapes() ->
    [reason_of(fun() -> exit(Reason) end) || Reason <-
        [normal, shutdown, killed, kill, {a, "b", <<"c">>, 1.5}, [], #{k => v}, 1 bsl 70]].

through_links() ->
    reason_of(fun() ->
        spawn_link(fun() -> spawn_link(fun() -> spawn_link(fun() -> exit({deep, 4}) end), forever() end),
            forever() end),
        forever()
    end).

%% A middle man traps exits and gives another reason.
translated() ->
    reason_of(fun() ->
        spawn_link(fun() ->
            process_flag(trap_exit, true),
            spawn_link(fun() -> exit(original) end),
            receive {'EXIT', _, Reason} -> exit({translated, Reason}) end
        end),
        forever()
    end).

normal_stops_at_the_first() ->
    reason_of(fun() ->
        Self = self(),
        {_, Monitor} = spawn_opt(fun() -> ok end, [link, monitor]),
        receive {'DOWN', Monitor, _, _, normal} -> exit({survived, Self =:= self()}) end
    end).

exit_caught_inside() ->
    [reason_of(fun() -> catch exit(inner), exit(outer) end),
     reason_of(fun() -> try exit(inner) catch exit:Reason -> exit({again, Reason}) end end),
     reason_of(fun() -> try error(inner) catch error:Reason -> throw({again, Reason}) end end),
     reason_of(fun() -> {'EXIT', {Reason, _}} = (catch error(inner)), exit({then, Reason}) end)].

%% An exit signal from outside is no exception: `catch` does not see it.
signal_is_not_caught() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        Self ! {ready, self()},
        try forever() catch Class:Reason -> exit({caught, Class, Reason}) end
    end),
    receive {ready, Pid} -> ok end,
    exit(Pid, from_outside),
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end.

call_to_the_dead() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    [try gen_server:call(To, question) catch exit:{Reason, {gen_server, call, [_ | Rest]}} ->
        {Reason, Rest} end
     || To <- [Pid, nobody_of_this_name]].

%% Of two signals sent by one process the first decides.
who_was_first() ->
    Pid = spawn(fun forever/0),
    Monitor = monitor(process, Pid),
    exit(Pid, first),
    exit(Pid, second),
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end.

after_runs_on_exit() ->
    Self = self(),
    Reason = reason_of(fun() -> try exit(going) after Self ! cleaned_up end end),
    {Reason, receive cleaned_up -> yes after 0 -> no end}.

after_does_not_run_on_signal() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> Self ! ready, try forever() after Self ! cleaned_up end end),
    receive ready -> ok end,
    exit(Pid, identity(away)),
    receive {'DOWN', Monitor, process, Pid, Reason} ->
        {Reason, receive cleaned_up -> yes after 0 -> no end}
    end.
