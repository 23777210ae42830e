%% Process aliases: plain, deactivated, tied to a monitor in each of its modes, and the safe call
%% that they exist for.
-module(aliases).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{plain, fun plain/0},
         {deactivated, fun deactivated/0},
         {reply_mode, fun reply_mode/0},
         {explicit_unalias, fun explicit_unalias/0},
         {alias_of_monitor, fun alias_of_monitor/0},
         {monitor_demonitor_alias, fun monitor_demonitor_alias/0},
         {reply_demonitor_alias, fun reply_demonitor_alias/0},
         {explicit_monitor_alias, fun explicit_monitor_alias/0},
         {late_answer_is_dropped, fun late_answer_is_dropped/0},
         {unalias_twice, fun unalias_twice/0},
         {foreign_reference, fun foreign_reference/0},
         {from_a_spawn, fun from_a_spawn/0},
         {safe_calls, fun safe_calls/0}]].

flush() -> receive Message -> [Message | flush()] after 0 -> [] end.

%% Sends through the alias from another process, and waits until that has happened.
send_from_elsewhere(Alias, Messages) ->
    {_, Monitor} = spawn_monitor(fun() -> [Alias ! Message || Message <- Messages] end),
    receive {'DOWN', Monitor, process, _, normal} -> ok end.

plain() ->
    Alias = alias(),
    send_from_elsewhere(Alias, [1, 2]),
    Alias ! 3,
    Messages = flush(),
    {Messages, unalias(Alias)}.

deactivated() ->
    Alias = alias(),
    true = unalias(Alias),
    send_from_elsewhere(Alias, [lost]),
    flush().

reply_mode() ->
    Alias = alias([reply]),
    send_from_elsewhere(Alias, [first, second]),
    {flush(), unalias(Alias)}.

explicit_unalias() ->
    Alias = alias([explicit_unalias]),
    send_from_elsewhere(Alias, [first, second]),
    {flush(), unalias(Alias)}.

waiting() -> receive stop -> ok end.

stop(Pid) ->
    Monitor = monitor(process, Pid),
    Pid ! stop,
    receive {'DOWN', Monitor, _, _, _} -> ok end.

alias_of_monitor() ->
    Pid = spawn(fun waiting/0),
    Alias = monitor(process, Pid, [{alias, demonitor}]),
    send_from_elsewhere(Alias, [hello]),
    First = flush(),
    stop(Pid),
    Down = receive {'DOWN', Alias, process, Pid, Reason} -> Reason end,
    send_from_elsewhere(Alias, [too_late]),
    {First, Down, flush()}.

monitor_demonitor_alias() ->
    Pid = spawn(fun waiting/0),
    Alias = monitor(process, Pid, [{alias, demonitor}]),
    demonitor(Alias),
    send_from_elsewhere(Alias, [lost]),
    stop(Pid),
    flush().

reply_demonitor_alias() ->
    Pid = spawn(fun waiting/0),
    Alias = monitor(process, Pid, [{alias, reply_demonitor}]),
    send_from_elsewhere(Alias, [answer, second_answer]),
    stop(Pid),
    flush().

explicit_monitor_alias() ->
    Pid = spawn(fun waiting/0),
    Alias = monitor(process, Pid, [{alias, explicit_unalias}]),
    demonitor(Alias),
    send_from_elsewhere(Alias, [still_here]),
    stop(Pid),
    {flush(), unalias(Alias)}.

late_answer_is_dropped() ->
    Server = spawn(fun() ->
        receive {From, Request} ->
            receive go_on -> From ! {answer, Request} end
        end,
        waiting()
    end),
    Alias = monitor(process, Server, [{alias, reply_demonitor}]),
    Server ! {Alias, question},
    Result = receive {answer, _} = Answer -> Answer after 5 -> demonitor(Alias, [flush]), timeout end,
    Server ! go_on,
    stop(Server),
    {Result, flush()}.

unalias_twice() ->
    Alias = alias(),
    {unalias(Alias), unalias(Alias), unalias(make_ref())}.

foreign_reference() ->
    make_ref() ! into_the_void,
    [try Call() catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> unalias(identity(atom)) end, fun() -> alias(identity([unknown])) end,
         fun() -> monitor(process, self(), identity([{alias, unknown}])) end]].

identity(X) -> X.

from_a_spawn() ->
    {Pid, Alias} = spawn_opt(fun() -> receive {go, To} -> To ! from_child end end,
                             [{monitor, [{alias, reply_demonitor}]}]),
    Pid ! {go, Alias},
    First = receive M -> M end,
    {First, receive {'DOWN', Alias, _, _, _} -> down after 20 -> nothing end}.

%% What gen:call does: one alias that is answer address and monitor at once.
safe_calls() ->
    Server = spawn(fun Loop() ->
        receive
            {call, From, {double, N}} -> From ! {From, 2 * N}, Loop();
            {call, _, crash} -> exit(as_asked)
        end
    end),
    [call(Server, Request) || Request <- [{double, 21}, {double, 1.5}, crash, {double, 1}]].

call(Server, Request) ->
    Alias = monitor(process, Server, [{alias, reply_demonitor}]),
    Server ! {call, Alias, Request},
    receive
        {Alias, Answer} -> {ok, Answer};
        {'DOWN', Alias, process, _, Reason} -> {down, Reason}
    end.
