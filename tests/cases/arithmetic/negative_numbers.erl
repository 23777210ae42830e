%%! explore: temperature/1
%% Signs: negation, absolute values, and a bound on either side of zero.
-module(negative_numbers).
-export([temperature/1]).

-spec temperature(integer()) -> atom().
temperature(T) when -T > 273 -> error(below_absolute_zero);
%%                              ^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:below_absolute_zero, temperature(T) when T < -273
temperature(T) when abs(T) =:= 40, T < 0 -> error(same_in_fahrenheit);
%%                                          ^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:same_in_fahrenheit, temperature(-40)
temperature(_) -> fine.

%%! stop: exhausted
%%! covers: all
