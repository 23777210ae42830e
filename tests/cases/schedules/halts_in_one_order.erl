%%! explore: f/1
%%! schedules: 1000
%% `halt` ends everybody: the process that is told to stop first takes the whole system down.
-module(halts_in_one_order).
-export([f/1]).

-spec f(integer()) -> ok.
f(Status) ->
    Me = self(),
    P = spawn(fun() -> receive {Me, stop} -> halt(case Status of 17 -> 1; _ -> 0 end); {Me, go} -> ok end end),
    spawn(fun() -> P ! {Me, stop} end),
    P ! {Me, go},
    ok.
%%! halt: f(17)
