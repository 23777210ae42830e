%%! explore: f/0
%%! schedules: 1000
-module(reply_by_reference).
-export([f/0]).

%% The same with a reference in each reply: nothing can be taken for something else.
-spec f() -> ok.
f() ->
    Me = self(),
    First = make_ref(),
    spawn(fun() -> Me ! {reply, First} end),
    receive {reply, First} -> ok after 100 -> ok end,
    Second = make_ref(),
    spawn(fun() -> Me ! {reply, Second} end),
    receive {reply, Second} -> ok end.
%%! stop: exhausted
%%! verdict: proved
