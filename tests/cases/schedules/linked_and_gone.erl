%%! explore: f/0
%%! schedules: 1000
-module(linked_and_gone).
-export([f/0]).

%% The link may bring the caller down before it returns.
-spec f() -> ok.
f() ->
    spawn_link(fun() -> exit(boom) end),
    ok.
%%! crash by signal: exit:boom, f()
