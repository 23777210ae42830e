%%! explore: f/1
%% Of a long result, too, each part is asked about once.
-module(long_result).
-export([f/1]).
-spec f(integer()) -> [non_neg_integer()].
f(X) -> lists:seq(1, 150000) ++ [X].
%%! spec violation: f(X) when X < 0
%%! stop: exhausted
