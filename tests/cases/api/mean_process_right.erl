%%! explore: api
%%! runs: 300
%%! verdict: no_crash_found
%% Only what was recorded is forgotten, and of nothing there is no mean.
-module(mean_process_right).
-export([start/0, record/2, forget/2, mean/1]).

-spec start() -> pid().
start() -> spawn_link(fun() -> loop([]) end).

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

loop(Values) ->
    receive
        {record, Value} -> loop([Value | Values]);
        {forget, Value} -> loop(lists:delete(Value, Values));
        {mean, From} when Values =:= [] -> From ! {self(), 0}, loop(Values);
        {mean, From} -> From ! {self(), lists:sum(Values) div length(Values)}, loop(Values)
    end.
