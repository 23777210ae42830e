%%! explore: f/0
%%! schedules: 1000
-module(two_phase_commit).
-export([f/0]).

%% The coordinator gives up while a vote is on its way, and one side has committed by itself.
-spec f() -> ok.
f() ->
    Me = self(),
    Ref = make_ref(),
    spawn(fun() -> Me ! {Ref, vote} end),
    Decision = receive {Ref, vote} -> commit after 50 -> abort end,
    Other = spawn(fun() -> receive {Ref, D} -> Me ! {Ref, done, D} end end),
    Other ! {Ref, Decision},
    receive
        {Ref, done, commit} -> ok;
        {Ref, done, abort} -> error(aborted)
%%                            ^^^^^^^^^^^^^^ crash: error:aborted, f()
    end.
