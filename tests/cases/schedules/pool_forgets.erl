%%! explore: f/0
%%! schedules: 1000
-module(pool_forgets).
-export([f/0]).

%% A worker that comes back while nobody asks is forgotten if its message is thrown away.
-spec f() -> ok.
f() ->
    Pool = spawn(fun() -> pool([worker]) end),
    Ref = make_ref(),
    Me = self(),
    spawn(fun() -> Pool ! {checkout, self()}, receive {given, W} -> Pool ! {checkin, W} end end),
    spawn(fun() -> Pool ! flush end),
    Pool ! {checkout, Me},
    receive {given, worker} -> ok end,
    Pool ! {done, Ref},
    ok.

pool([]) ->
    receive
        {checkin, Worker} -> pool([Worker]);
        flush -> receive _ -> pool([]) end
    end;
pool([Worker | Rest] = All) ->
    receive
        {checkout, From} -> From ! {given, Worker}, pool(Rest);
        {done, _} -> ok;
        flush -> pool(All)
    end.
%%! deadlock: f()
%%! deadlock: f()
