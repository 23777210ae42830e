%%! explore: f/0
%%! schedules: 1000
-module(after_zero_misses).
-export([f/0]).

%% What has not come yet is not there for `after 0`.
-spec f() -> ok.
f() ->
    Me = self(),
    spawn(fun() -> Me ! last end),
    drain(),
    spawn(fun() -> Me ! next end),
    receive
        next -> ok;
        last -> error(not_drained)
%%              ^^^^^^^^^^^^^^^^^^ crash: error:not_drained, f()
    end.

drain() ->
    receive last -> ok after 0 -> ok end.
