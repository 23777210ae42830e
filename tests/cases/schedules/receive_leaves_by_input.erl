%%! explore: f/1
%%! schedules: 1000
-module(receive_leaves_by_input).
-export([f/1]).

%% Which keys the worker takes depends on the input, and whatever comes first: it answers.
-spec f(integer()) -> ok.
f(Limit) ->
    Ref = make_ref(),
    Me = self(),
    Worker = spawn(fun() -> work(Me, Ref, Limit) end),
    spawn(fun() -> Worker ! {key, 7} end),
    spawn(fun() -> Worker ! {key, 8}, Worker ! done end),
    receive
        {Ref, Key} when Key =< Limit -> error(too_small);
        {Ref, _} -> ok
    end.

work(To, Ref, Limit) ->
    receive
        {key, Key} when Key > Limit -> To ! {Ref, Key};
        done -> To ! {Ref, Limit + 1}
    end.
%%! stop: exhausted
%%! verdict: proved
