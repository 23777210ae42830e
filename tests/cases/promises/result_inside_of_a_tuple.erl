%%! explore: f/1
%% The wrong part is inside, and only for one value.
-module(result_inside_of_a_tuple).
-export([f/1]).
-spec f(integer()) -> {ok, 0..499999 | 500001..1000000} | error.
f(X) when X >= 0, X =< 1000000 -> {ok, X};
f(_) -> error.
%%! spec violation: f(500000)
%%! stop: exhausted
%%! complete
