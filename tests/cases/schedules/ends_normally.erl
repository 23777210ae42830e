%%! explore: f/0
%%! schedules: 1000
-module(ends_normally).
-export([f/0]).

-spec f() -> ok.
f() ->
    spawn(fun() -> exit(normal) end),
    spawn(fun() -> exit(shutdown) end),
    spawn(fun() -> exit({shutdown, done}) end),
    ok.
%%! stop: exhausted
%%! verdict: proved
