%% When does a signal get there? What a process causes to itself is seen when it comes to the end of its
%% mailbox; requests to monitor a pid leave only when the process pauses, or with the next one.
-module(signals_in_flight).
-export([main/0]).

main() ->
    [{Name, apart(Test)} || {Name, Test} <-
        [{monitor_of_the_dead, fun() -> look(monitor(process, gone())) end},
         {monitor_of_one_who_never_was,
          fun() -> look(monitor(process, list_to_pid("<0.9999.0>"))) end},
         {monitor_of_a_pid_far_away, fun() -> look(monitor(process, far_away())) end},
         {monitor_of_no_name, fun() -> look(monitor(process, nobody_is_called_so)) end},
         {monitor_of_no_name_here,
          fun() -> look(monitor(process, {nobody_is_called_so, node()})) end},
         {monitor_of_no_port, fun() -> look(monitor(port, nobody_is_called_so)) end},
         {looking_twice, fun looking_twice/0},
         {waiting_a_moment, fun waiting_a_moment/0},
         {what_lets_it_go, fun what_lets_it_go/0},
         {in_what_order, fun in_what_order/0},
         {what_is_told, fun what_is_told/0},
         {demonitor, fun demonitors/0},
         {aliases, fun aliases/0},
         {links, fun links/0},
         {exits, fun exits/0},
         {calls, fun calls/0},
         {ports, fun ports/0}]].

%% In a process of its own, with what is left in its mailbox.
apart(Test) ->
    {_, Monitor} = spawn_monitor(fun() -> exit({Test(), flush()}) end),
    receive {'DOWN', Monitor, process, _, Reason} -> Reason end.

gone() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, process, _, _} -> Pid end.

far_away() -> binary_to_term(<<131, 88, 119, 3, "a@b", 1:32, 0:32, 5:32>>).

waiting() -> spawn(fun() -> receive stop -> ok end end).

look(Monitor) -> receive {'DOWN', Monitor, _, _, Reason} -> Reason after 0 -> nothing end.

flush() -> receive Message -> [short(Message) | flush()] after 10 -> [] end.

short(Message) when tuple_size(Message) > 2 -> {element(1, Message), element(tuple_size(Message), Message)};
short(Message) -> Message.

messages() ->
    {messages, Messages} = process_info(self(), messages),
    [short(Message) || Message <- Messages].

looking_twice() ->
    Monitor = monitor(process, gone()),
    {look(Monitor), look(Monitor), receive _ -> something after 0 -> nothing end}.

waiting_a_moment() ->
    Monitor = monitor(process, gone()),
    receive {'DOWN', Monitor, _, _, Reason} -> Reason after 1 -> nothing end.

what_lets_it_go() ->
    [{Name, begin Monitor = monitor(process, Gone), Do(Gone), Seen = look(Monitor), flush(), Seen end}
     || Gone <- [gone()], {Name, Do} <-
        [{nothing, fun(_) -> ok end},
         {yield, fun(_) -> erlang:yield() end},
         {bump_reductions, fun(_) -> erlang:bump_reductions(4000) end},
         {much_work, fun(_) -> lists:foldl(fun erlang:'+'/2, 0, lists:seq(1, 20000)) end},
         {send, fun(_) -> waiting() ! hello end},
         {send_to_the_same, fun(Pid) -> Pid ! hello end},
         {send_to_oneself, fun(_) -> self() ! hello end},
         {receive_from_oneself, fun(_) -> self() ! hello, receive hello -> ok end end},
         {link, fun(_) -> link(waiting()) end},
         {unlink, fun(Pid) -> unlink(Pid) end},
         {spawn, fun(_) -> spawn(fun() -> ok end) end},
         {spawn_monitor, fun(_) -> spawn_monitor(fun() -> receive never -> ok end end) end},
         {monitor, fun(_) -> monitor(process, waiting()) end},
         {monitor_the_same, fun(Pid) -> monitor(process, Pid) end},
         {monitor_oneself, fun(_) -> monitor(process, self()) end},
         {monitor_no_name, fun(_) -> monitor(process, nobody_is_called_so) end},
         {exit, fun(_) -> exit(waiting(), kill) end},
         {exit_to_the_same, fun(Pid) -> exit(Pid, kill) end},
         {is_process_alive, fun(Pid) -> is_process_alive(Pid) end},
         {process_info, fun(_) -> process_info(self()) end},
         {process_info_of_another, fun(_) -> process_info(waiting(), links) end},
         {name_of_another, fun(_) -> process_info(waiting(), registered_name) end},
         {garbage_collect, fun(_) -> garbage_collect() end},
         {garbage_collect_of_another, fun(_) -> garbage_collect(waiting()) end},
         {sleep, fun(_) -> receive after 1 -> ok end end},
         {no_sleep, fun(_) -> receive after 0 -> ok end end}]].

in_what_order() ->
    Gone = gone(),
    Watch = fun(Item, Tag) -> monitor(process, Item, [{tag, Tag}]) end,
    [begin Do(), flush() end || Do <-
        [fun() -> Watch(Gone, gone), self() ! a, self() ! b end,
         fun() -> self() ! a, Watch(nobody_is_called_so, name), self() ! b end,
         fun() -> Watch(Gone, first), Watch(Gone, second), self() ! a end,
         fun() -> Watch(Gone, first), Watch(nobody_is_called_so, name), Watch(Gone, second), self() ! a end]].

what_is_told() ->
    Name = nobody_is_called_so,
    [begin Do(), Told = {messages(), process_info(self(), message_queue_len)}, flush(), Told end || Do <-
        [fun() -> self() ! a end,
         fun() -> monitor(process, gone()) end,
         fun() -> monitor(process, Name) end,
         fun() -> monitor(process, Name), self() ! a end,
         fun() -> self() ! a, monitor(process, Name), self() ! b end,
         fun() -> monitor(process, Name), look(none) end]].

demonitors() ->
    [begin Monitor = monitor(process, Item), Do(), {demonitor(Monitor, Options), messages()} end
     || Item <- [gone(), nobody_is_called_so],
        Options <- [[info], [info, flush]],
        Do <- [fun() -> ok end, fun() -> look(none) end, fun() -> receive after 0 -> ok end end,
               fun() -> erlang:yield() end]].

aliases() ->
    [begin Alias = monitor(process, Item, [{alias, Kind}]), Do(), Alias ! a, Alias ! b, flush() end
     || Item <- [gone(), nobody_is_called_so],
        Kind <- [explicit_unalias, demonitor, reply_demonitor],
        Do <- [fun() -> ok end, fun() -> erlang:yield() end]].

links() ->
    NotTrapping = catch_error(fun() -> link(gone()) end),
    process_flag(trap_exit, true),
    AtOnce = begin link(gone()), receive {'EXIT', _, Reason} -> Reason after 0 -> nothing end end,
    Unseen = begin link(gone()), {messages(), process_info(self(), links), flush()} end,
    Unlinked = begin Gone = gone(), link(Gone), unlink(Gone), flush() end,
    NotTrappingAnyMore = begin link(gone()), process_flag(trap_exit, false), flush() end,
    process_flag(trap_exit, true),
    InOrder = begin monitor(process, gone()), self() ! a, link(gone()), self() ! b, flush() end,
    FarAway = begin link(far_away()), flush() end,
    {NotTrapping, AtOnce, Unseen, Unlinked, NotTrappingAnyMore, InOrder, FarAway,
     {unlink(far_away()), exit(far_away(), kill)},
     apart(fun() -> link(far_away()), flush() end)}.

catch_error(Do) -> try Do() catch Class:Reason -> {Class, Reason} end.

exits() ->
    [apart(Test) || Test <-
        [fun() -> exit(self(), away), still_here end,
         fun() -> exit(self(), kill), still_here end,
         fun() -> exit(self(), normal), still_here end,
         fun() -> process_flag(trap_exit, true), exit(self(), away), look(none), messages() end,
         fun() -> process_flag(trap_exit, true), exit(self(), away), process_flag(trap_exit, false),
                  self() ! a, messages() end,
         fun() -> Pid = waiting(), exit(Pid, kill), look(monitor(process, Pid)) end,
         fun() -> Pid = waiting(), Monitor = monitor(process, Pid), exit(Pid, kill), look(Monitor) end,
         fun() -> Pid = waiting(), Monitor = monitor(process, Pid), exit(Pid, kill),
                  {is_process_alive(Pid), look(Monitor)} end,
         fun() -> Pid = waiting(), exit(Pid, kill), link(Pid), flush() end,
         fun() -> process_flag(trap_exit, true), Pid = waiting(), exit(Pid, kill), link(Pid), flush() end]].

calls() ->
    [try Call() catch exit:{Reason, _} -> Reason; exit:Reason -> {exit, Reason} end
     || Gone <- [gone()], Call <-
        [fun() -> gen_server:call(Gone, question, 0) end,
         fun() -> gen_server:call(Gone, question, 1) end,
         fun() -> gen_server:call(Gone, question) end,
         fun() -> gen_server:call(nobody_is_called_so, question, 0) end,
         fun() -> gen_statem:call(Gone, question, 0) end,
         fun() -> gen_statem:call(Gone, question, 1) end,
         fun() -> gen_event:call(Gone, handler, question, 0) end,
         fun() -> gen_server:stop(Gone, normal, 0) end]].

ports() ->
    Monitor = monitor(port, nobody_is_called_so),
    {process_info(self(), monitors), demonitor(Monitor, [info]), flush()}.
