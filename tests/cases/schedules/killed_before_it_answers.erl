%%! explore: f/0
%%! schedules: 1000
-module(killed_before_it_answers).
-export([f/0]).

%% An exit signal may come before the process has done anything, or after.
-spec f() -> ok.
f() ->
    Me = self(),
    P = spawn(fun() -> Me ! hello end),
    exit(P, kill),
    receive
        hello -> ok
    after 50 -> error(no_hello)
%%              ^^^^^^^^^^^^^^^ crash: error:no_hello, f()
    end.
