%% Links: who dies with whom, with which reason; exit signals sent by hand; unlink; links to the dead.
-module(links).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Results =
        [{Name, Test()} || {Name, Test} <-
            [{normal_exit, fun() -> exit_of(fun() -> ok end) end},
             {exit_reason, fun() -> exit_of(fun() -> exit({shutdown, why}) end) end},
             {error_reason, fun() -> exit_of(fun() -> error(broken) end) end},
             {throw_reason, fun() -> exit_of(fun() -> throw(ball) end) end},
             {bad_match, fun() -> exit_of(fun() -> {ok, _} = self_made({error, x}) end) end},
             {exit_kill, fun() -> exit_of(fun() -> exit(kill) end) end},
             {killed, fun killed/0},
             {killed_by_chain, fun killed_by_chain/0},
             {chain, fun chain/0},
             {normal_does_not_kill, fun normal_does_not_kill/0},
             {normal_to_oneself, fun normal_to_oneself/0},
             {trapped, fun trapped/0},
             {kill_is_not_trapped, fun kill_is_not_trapped/0},
             {unlinked, fun unlinked/0},
             {linked_twice, fun linked_twice/0},
             {link_to_dead, fun link_to_dead/0},
             {bad_arguments, fun bad_arguments/0},
             {star, fun star/0}]],
    process_flag(trap_exit, false),
    Results.

self_made(X) -> X.

without_stack({Reason, [{_, _, _, _} | _]}) -> {Reason, stack};
without_stack(Reason) -> Reason.

exit_of(Fun) ->
    Pid = spawn_link(Fun),
    exit_from(Pid).

exit_from(Pid) ->
    receive {'EXIT', Pid, Reason} -> without_stack(Reason) end.

forever() -> receive stop -> ok end.

killed() ->
    Pid = spawn_link(fun forever/0),
    exit(Pid, kill),
    exit_from(Pid).

%% `kill` reaches the one it is sent to; those linked to it see `killed`, which can be trapped.
killed_by_chain() ->
    Self = self(),
    Outer = spawn_link(fun() ->
        Inner = spawn_link(fun forever/0),
        Self ! {inner, Inner},
        forever()
    end),
    Inner = receive {inner, Pid} -> Pid end,
    exit(Inner, kill),
    exit_from(Outer).

chain() ->
    Depth = 20,
    Pid = spawn_link(fun() -> chain_link(Depth) end),
    exit_from(Pid).

chain_link(0) -> exit(end_of_chain);
chain_link(N) -> spawn_link(fun() -> chain_link(N - 1) end), forever().

normal_does_not_kill() ->
    Pid = spawn_link(fun forever/0),
    exit(Pid, normal),
    Pid ! stop,
    exit_from(Pid).

normal_to_oneself() ->
    exit_of(fun() -> exit(self(), normal), forever() end).

trapped() ->
    Self = self(),
    Pid = spawn_link(fun() ->
        process_flag(trap_exit, true),
        Self ! ready,
        receive {'EXIT', Self, Reason} -> exit({trapped, Reason}) end
    end),
    receive ready -> ok end,
    exit(Pid, please),
    exit_from(Pid).

kill_is_not_trapped() ->
    Self = self(),
    Pid = spawn_link(fun() -> process_flag(trap_exit, true), Self ! ready, forever() end),
    receive ready -> ok end,
    exit(Pid, kill),
    exit_from(Pid).

unlinked() ->
    Pid = spawn_link(fun() -> receive stop -> exit(unseen) end end),
    true = unlink(Pid),
    Monitor = monitor(process, Pid),
    Pid ! stop,
    Down = receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end,
    {Down, receive {'EXIT', Pid, Seen} -> Seen after 0 -> nothing end}.

linked_twice() ->
    Pid = spawn_link(fun forever/0),
    true = link(Pid),
    true = link(Pid),
    Links = length([P || P <- element(2, process_info(self(), links)), P =:= Pid]),
    Pid ! stop,
    {Links, exit_from(Pid), receive {'EXIT', Pid, _} -> twice after 0 -> once end}.

link_to_dead() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    true = link(Pid),
    exit_from(Pid).

bad_arguments() ->
    [try Call() catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> link(self_made(atom)) end,
         fun() -> unlink(self_made(1)) end,
         fun() -> exit(self_made(not_a_pid), reason) end,
         fun() -> link(self()) end]].

%% A hub with many spokes: one spoke fails, all others follow.
star() ->
    Self = self(),
    Hub = spawn_link(fun() ->
        Spokes = [spawn_link(fun forever/0) || _ <- lists:seq(1, 10)],
        Self ! {spokes, Spokes},
        forever()
    end),
    Spokes = receive {spokes, S} -> S end,
    Monitors = [monitor(process, Spoke) || Spoke <- Spokes],
    exit(hd(Spokes), spoke_broke),
    HubReason = exit_from(Hub),
    {HubReason, lists:usort([receive {'DOWN', Monitor, _, _, Reason} -> Reason end
        || Monitor <- Monitors])}.
