%%! explore: api
%%! runs: 4000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =< 4
%% What is forgotten need not be what was recorded: a sum without any values.
-module(mean_process).
-export([start/0, record/2, forget/2, mean/1]).

-spec start() -> pid().
start() -> spawn_link(fun() -> loop(0, 0) end).

-spec record(pid(), integer()) -> ok.
record(Server, Value) -> tell(Server, {record, Value}).

-spec forget(pid(), integer()) -> ok.
forget(Server, Value) -> tell(Server, {forget, Value}).

-spec mean(pid()) -> integer().
mean(Server) ->
    Server ! {mean, self()},
    receive {Server, Mean} -> Mean end.

tell(Server, Message) ->
    Server ! Message,
    ok.

loop(Sum, Count) ->
    receive
        {record, Value} -> loop(Sum + Value, Count + 1);
        {forget, Value} when Count > 0 -> loop(Sum - Value, Count - 1);
        {forget, _} -> loop(Sum, Count);
        {mean, From} when Sum =:= 0 -> From ! {self(), 0}, loop(Sum, Count);
        {mean, From} -> From ! {self(), Sum div Count}, loop(Sum, Count)
    end.
