%%! explore: cents/1
%% From floats to integers: `round` and `trunc` disagree in the middle.
-module(rounding).
-export([cents/1]).

-spec cents(float()) -> integer().
cents(Amount) when Amount >= 0.0, Amount < 100.0 ->
    case {round(Amount), trunc(Amount)} of
        {8, 7} -> error(rounded_up);
%%                ^^^^^^^^^^^^^^^^^ crash: error:rounded_up, cents(A) when A >= 7.5, A < 8.0
        {N, _} -> N
    end;
cents(_) -> 0.

%%! covers: all
