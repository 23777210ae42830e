%%! explore: f/1
-module(next_to_the_largest).
-export([f/1]).
%% Next to the largest float, one is nothing: this cannot become too large.
f(X) -> X + 1 - length([X]).
%%      ^^^^^ crash: error:badarith, f(X) when not is_number(X)
%%! stop: exhausted
%%! complete
