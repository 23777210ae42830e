%%! explore: f/0
%%! schedules: 1000
%%! lost-messages
%% The reply comes when nobody waits for it any more.
-module(late_reply_is_lost).
-export([f/0]).

-spec f() -> ok.
f() ->
    Me = self(),
    Ref = make_ref(),
    spawn(fun() -> Me ! {Ref, done} end),
    receive {Ref, done} -> ok after 10 -> ok end.
%%! lost message: f()
