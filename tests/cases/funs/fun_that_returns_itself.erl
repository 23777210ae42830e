%%! explore: turn/1
%% There is such a fun, but Ermine makes none: that must not pass for a proof.
-module(fun_that_returns_itself).
-export([turn/1]).

turn(F) when is_function(F, 1) ->
    case F(x) =:= F of
        true -> error(round);
        false -> ok
    end;
turn(_) -> ok.

%%! stop: exhausted
%%! verdict: no_crash_found
