%%! explore: f/0
%%! schedules: 100
-module(beats_are_no_hang).
-export([f/0]).

%% Who does something now and then, and rests in between, may go on for ever.
-spec f() -> ok.
f() ->
    Ear = spawn(fun() -> hear() end),
    spawn(fun() -> beat(Ear) end),
    ok.

hear() -> receive beat -> hear() end.

beat(Ear) -> receive stop -> ok after 1000 -> Ear ! beat, beat(Ear) end.
%%! stop: exhausted
%%! verdict: proved
