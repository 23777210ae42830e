%%! explore: f/2
-module(average_of_some).
-export([f/2]).
%% One of the two is held: quotients of floats are hard, quotients by a constant are not.
-spec f(number(), pos_integer()) -> ok.
f(Sum, Count) when Sum / Count > 3.3, Sum / Count < 3.4, Count > 5 -> error(found);
%%                                                                    ^^^^^^^^^^^^ crash: error:found, f(Sum, Count) when Count > 5, Sum > 3 * Count, Sum < 4 * Count
f(_, _) -> ok.
%%! stop: exhausted
%%! complete
