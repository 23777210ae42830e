%%! explore: tolerant/1
%% The old `catch`: exceptions become values, and values are looked at.
-module(catch_expression).
-export([tolerant/1]).

tolerant(X) ->
    case catch risky(X) of
        {'EXIT', {bad, What}} -> {recovered, What};
        {'EXIT', stop} -> error(stopped);
%%                        ^^^^^^^^^^^^^^ crash: error:stopped, tolerant(exit)
        thrown -> error(thrown_away);
%%                ^^^^^^^^^^^^^^^^^^ crash: error:thrown_away, tolerant(throw)
        Value -> Value
    end.

risky(exit) -> exit(stop);
risky(throw) -> throw(thrown);
risky({pass, V}) -> {passed, V};
risky(_) -> none.

%%! stop: exhausted
%%! complete
