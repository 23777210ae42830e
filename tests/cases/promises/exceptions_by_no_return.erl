%%! explore: f/1
-module(exceptions_by_no_return).
-export([f/1]).
-type never() :: no_return().
-spec f(integer()) -> never().
f(3) -> oops;
f(N) -> exit({stopped, N}).
%%! spec violation: f(3)
