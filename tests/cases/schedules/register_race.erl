%%! explore: f/0
%%! schedules: 1000
-module(register_race).
-export([f/0]).

%% Whether the server has its name by then is open.
-spec f() -> ok.
f() ->
    Me = self(),
    spawn(fun() -> register(schedules_server, self()), Me ! ready, receive stop -> ok end end),
    schedules_server ! stop,
%%  ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, f()
    ok.
