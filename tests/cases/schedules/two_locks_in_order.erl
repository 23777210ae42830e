%%! explore: f/0
%%! schedules: 1000
-module(two_locks_in_order).
-export([f/0]).

%% Whoever takes both takes them in the same order.
-spec f() -> ok.
f() ->
    Me = self(),
    A = spawn(fun lock/0),
    B = spawn(fun lock/0),
    spawn(fun() -> both(A, B), Me ! done end),
    spawn(fun() -> both(A, B), Me ! done end),
    receive done -> ok end,
    receive done -> ok end.

both(First, Second) ->
    take(First),
    take(Second),
    First ! {give, self()},
    Second ! {give, self()}.

take(Lock) ->
    Lock ! {take, self()},
    receive {taken, Lock} -> ok end.

lock() ->
    receive
        {take, From} ->
            From ! {taken, self()},
            receive {give, From} -> lock() end
    end.
%%! stop: exhausted
%%! verdict: no_crash_found
