%% A ring of processes: a token goes around it many times, and every member counts.
-module(ring).
-export([main/0]).

main() ->
    [{Members, Rounds, run(Members, Rounds)} || {Members, Rounds} <- [{1, 3}, {2, 5}, {50, 20}, {1000, 3}]].

%% The number of hops the token made, and how many members stopped normally.
run(Members, Rounds) ->
    Self = self(),
    {First, Monitors} = build(Members, Self),
    First ! {token, 0},
    Hops = round_trips(First, Rounds),
    First ! stop,
    receive stop -> ok end,
    Stopped = [receive {'DOWN', Monitor, process, _, Reason} -> Reason end || Monitor <- Monitors],
    {Hops, length([normal || normal <- Stopped])}.

%% Each new member sends to the one built before it; the first built sends to us.
build(Members, Self) ->
    lists:foldl(
      fun(_, {Next, Monitors}) ->
              {Pid, Monitor} = spawn_monitor(fun() -> member(Next) end),
              {Pid, [Monitor | Monitors]}
      end, {Self, []}, lists:seq(1, Members)).

member(Next) ->
    receive
        {token, Hops} -> Next ! {token, Hops + 1}, member(Next);
        stop -> Next ! stop
    end.

round_trips(_First, 1) ->
    receive {token, Hops} -> Hops end;
round_trips(First, Rounds) ->
    receive {token, Hops} -> First ! {token, Hops} end,
    round_trips(First, Rounds - 1).
