%%! explore: f/0
%%! schedules: 1000
%% Status 0 says that all is well, and what the others do comes before or not at all.
-module(halts_well).
-export([f/0]).

-spec f() -> ok.
f() ->
    Me = self(),
    spawn(fun() -> Me ! {self(), done} end),
    P = spawn(fun() -> halt(0) end),
    receive {P, done} -> ok end.
%%! verdict: proved
