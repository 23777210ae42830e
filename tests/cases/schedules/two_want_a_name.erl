%%! explore: f/0
%%! schedules: 1000
-module(two_want_a_name).
-export([f/0]).

-spec f() -> ok.
f() ->
    spawn(fun claim/0),
    spawn(fun claim/0),
    ok.

claim() ->
    case whereis(schedules_leader) of
        undefined ->
            register(schedules_leader, self()),
%%          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, f()
            receive never -> ok end;
        _ ->
            ok
    end.
