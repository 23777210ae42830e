%% The module timer, which is a server of its own: send_after, apply_after, intervals, cancel,
%% sleep, tc, and the conversions.
-module(timers_library).
-export([main/0, tell/2]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{conversions, fun conversions/0},
         {sleep, fun sleep/0},
         {send_after, fun send_after/0},
         {apply_after, fun apply_after/0},
         {cancelled, fun cancelled/0},
         {interval, fun interval/0},
         {apply_interval, fun apply_interval/0},
         {exit_after, fun exit_after/0},
         {kill_after, fun kill_after/0},
         {tc, fun tc/0},
         {bad_arguments, fun bad_arguments/0}]].

tell(Pid, Message) -> Pid ! Message.

conversions() ->
    [timer:seconds(3), timer:minutes(2), timer:hours(1), timer:hms(1, 2, 3)].

sleep() -> {timer:sleep(0), timer:sleep(5)}.

send_after() ->
    {ok, _} = timer:send_after(5, sent),
    {ok, _} = timer:send_after(5, self(), sent_too),
    [receive sent -> sent after 60000 -> nothing end,
     receive sent_too -> sent_too after 60000 -> nothing end].

apply_after() ->
    {ok, _} = timer:apply_after(5, ?MODULE, tell, [self(), applied]),
    receive applied -> applied after 60000 -> nothing end.

cancelled() ->
    {ok, Timer} = timer:send_after(60000, never),
    {timer:cancel(Timer), receive never -> arrived after 5 -> nothing end, timer:cancel(invalid)}.

interval() ->
    {ok, Timer} = timer:send_interval(5, tick),
    Ticks = [receive tick -> tick after 60000 -> nothing end || _ <- lists:seq(1, 4)],
    {ok, cancel} = timer:cancel(Timer),
    Ticks.

apply_interval() ->
    {ok, Timer} = timer:apply_interval(5, ?MODULE, tell, [self(), again]),
    Times = [receive again -> again after 60000 -> nothing end || _ <- lists:seq(1, 3)],
    {ok, cancel} = timer:cancel(Timer),
    Times.

exit_after() ->
    {Pid, Monitor} = spawn_monitor(fun() -> receive never -> ok end end),
    {ok, _} = timer:exit_after(5, Pid, time_is_up),
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end.

kill_after() ->
    {Pid, Monitor} = spawn_monitor(fun() -> process_flag(trap_exit, true), receive never -> ok end end),
    {ok, _} = timer:kill_after(5, Pid),
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end.

tc() ->
    {Time, Value} = timer:tc(lists, sum, [[1, 2, 3]]),
    {Other, Sum} = timer:tc(fun(A, B) -> A + B end, [4, 5]),
    {is_integer(Time), Value, is_integer(Other), Sum}.

bad_arguments() ->
    [try Call() catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> timer:send_after(identity(soon), x) end,
         fun() -> timer:apply_after(identity(-1), ?MODULE, tell, []) end,
         fun() -> timer:send_interval(identity("1"), x) end,
         fun() -> timer:sleep(identity(-1)) end]].

identity(X) -> X.
