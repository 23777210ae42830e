%% The runtime's own timers: send_after, start_timer, cancel and read, absolute times, many timers
%% in the order of their times.
-module(timers_builtin).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{send_after, fun send_after/0},
         {start_timer, fun start_timer/0},
         {cancelled, fun cancelled/0},
         {cancel_fired, fun cancel_fired/0},
         {cancel_asynchronously, fun cancel_asynchronously/0},
         {read, fun read/0},
         {order, fun order/0},
         {zero, fun zero/0},
         {to_a_name, fun to_a_name/0},
         {to_the_dead, fun to_the_dead/0},
         {absolute, fun absolute/0},
         {heartbeat, fun heartbeat/0},
         {time_goes_forward, fun time_goes_forward/0},
         {bad_arguments, fun bad_arguments/0}]].

send_after() ->
    erlang:send_after(5, self(), {tick, 1}),
    receive {tick, N} -> {got, N} after 60000 -> nothing end.

start_timer() ->
    Timer = erlang:start_timer(5, self(), payload),
    receive {timeout, Timer, Payload} -> Payload after 60000 -> nothing end.

cancelled() ->
    Timer = erlang:send_after(60000, self(), never),
    Left = erlang:cancel_timer(Timer),
    {is_integer(Left) andalso Left =< 60000 andalso Left > 0,
     erlang:cancel_timer(Timer),
     receive never -> arrived after 5 -> nothing end}.

cancel_fired() ->
    Timer = erlang:send_after(1, self(), fired),
    receive fired -> ok end,
    {erlang:cancel_timer(Timer), erlang:read_timer(Timer)}.

cancel_asynchronously() ->
    Timer = erlang:start_timer(60000, self(), x),
    Answer = erlang:cancel_timer(Timer, [{async, true}]),
    Message = receive {cancel_timer, Timer, Left} -> is_integer(Left) after 60000 -> nothing end,
    Quiet = erlang:cancel_timer(erlang:start_timer(60000, self(), x), [{async, true}, {info, false}]),
    Silent = erlang:cancel_timer(erlang:start_timer(60000, self(), x), [{info, false}]),
    {Answer, Message, Quiet, Silent, receive Other -> Other after 5 -> nothing end}.

read() ->
    Timer = erlang:send_after(60000, self(), x),
    Left = erlang:read_timer(Timer),
    erlang:cancel_timer(Timer),
    {Left =< 60000 andalso Left > 50000, erlang:read_timer(Timer)}.

order() ->
    [erlang:send_after(Delay, self(), {order, Delay}) || Delay <- [120, 40, 160, 0, 80]],
    [receive {order, Delay} -> Delay end || _ <- lists:seq(1, 5)].

zero() ->
    erlang:send_after(0, self(), now),
    receive now -> arrived after 60000 -> nothing end.

to_a_name() ->
    Self = self(),
    Pid = spawn_link(fun() -> receive Message -> Self ! {relayed, Message} end end),
    register(tb_name, Pid),
    erlang:send_after(5, tb_name, hello),
    erlang:send_after(5, tb_unused_name, hello),
    receive {relayed, Message} -> Message after 60000 -> nothing end.

to_the_dead() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    Timer = erlang:send_after(60000, Pid, hello),
    is_reference(Timer).

absolute() ->
    At = erlang:monotonic_time(millisecond) + 5,
    erlang:send_after(At, self(), on_time, [{abs, true}]),
    receive on_time -> erlang:monotonic_time(millisecond) >= At after 60000 -> nothing end.

%% A loop that sets its own timer again at each beat.
heartbeat() -> beat(erlang:start_timer(1, self(), beat), 0).

beat(Timer, 10) -> is_integer(erlang:cancel_timer(Timer)) orelse stopped;
beat(Timer, N) ->
    receive {timeout, Timer, beat} ->
        Next = erlang:start_timer(case N of 9 -> 60000; _ -> 1 end, self(), beat),
        beat(Next, N + 1)
    end.

time_goes_forward() ->
    Start = erlang:monotonic_time(millisecond),
    receive after 20 -> ok end,
    Passed = erlang:monotonic_time(millisecond) - Start,
    {Passed >= 20, Passed < 10000,
     erlang:convert_time_unit(1500, millisecond, second),
     erlang:convert_time_unit(-1, second, microsecond)}.

bad_arguments() ->
    [try Call() of _ -> no_error catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> erlang:send_after(identity(-1), self(), x) end,
         fun() -> erlang:send_after(identity(1.5), self(), x) end,
         fun() -> erlang:send_after(1, identity("name"), x) end,
         fun() -> erlang:send_after(1 bsl 70, self(), x) end,
         fun() -> erlang:start_timer(1, self(), x, identity([unknown])) end,
         fun() -> erlang:cancel_timer(identity(atom)) end,
         fun() -> erlang:read_timer(identity(1)) end]].

identity(X) -> X.
