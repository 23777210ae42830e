%%! explore: pick/1
%% A comparison that is neither of two other atoms is not true for that.
-module(truth_among_others).
-export([pick/1]).

-spec pick(0..9) -> atom().
pick(N) ->
    case later(N) of
        empty -> nothing;
        error -> error(badarg);
%%               ^^^^^^^^^^^^^ crash: error:badarg, pick(0)
        _ when N =:= 1 -> error(first);
%%                        ^^^^^^^^^^^^ crash: error:first, pick(1)
        _ when N > 1 -> second
    end.

later(0) -> error;
later(N) -> N > 1.

%%! stop: exhausted
%%! complete
