%%! explore: f/1
%% No clause looks at the argument: one in a million gives a result that the spec does not allow.
-module(result_beyond_the_range).
-export([f/1]).
-spec f(0..1000000) -> 0..999999.
f(X) -> X.
%%! spec violation: f(1000000)
%%! stop: exhausted
%%! complete
