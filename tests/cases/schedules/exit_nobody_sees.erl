%%! explore: f/1
%%! schedules: 1000
-module(exit_nobody_sees).
-export([f/1]).

-spec f(boolean()) -> ok.
f(Fails) ->
    spawn(fun() -> case Fails of true -> exit(wrong); false -> ok end end),
%%                                       ^^^^^^^^^^^ crash: exit:wrong, f(true)
    ok.
