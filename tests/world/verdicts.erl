%% What is proved here, and what is not, is told by crates/cli/tests/proved.rs.
-module(verdicts).
-export([hangs/1, fails/1, may_fail/1, dead/1, defensive/1, shared/1, shares/1]).

%% Nobody knows what is behind the loop.
-spec hangs(boolean()) -> ok.
hangs(true) -> hangs(true);
hangs(false) -> ok.

-spec fails(term()) -> no_return().
fails(Reason) -> error({failed, Reason}).

-spec may_fail(boolean()) -> ok.
may_fail(true) -> ok;
may_fail(false) -> error(failed).

-spec dead(1..3) -> atom().
dead(1) -> one;
dead(N) when N < 4 -> few;
dead(4) -> four;
dead(_) -> many.

%% The last clause is there for calls that the spec does not allow.
-spec defensive(1..3) -> atom().
defensive(N) when N < 4 -> few;
defensive(N) -> error({bad, N}).

%% Whoever calls it from within does not keep to its spec.
-spec shared(1..3) -> atom().
shared(N) when N < 4 -> few;
shared(_) -> many.

-spec shares(4..5) -> atom().
shares(N) -> shared(N).
