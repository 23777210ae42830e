%%! explore: top/1
%% To build some of the values takes longer than a run may: nothing is proved, and the rest is found.
-module(built_slowly).
-export([new/1, top/1]).
-export_type([t/0]).
-opaque t() :: {t, integer()}.
%%! runs: 300

-spec new(integer()) -> t().
new(X) -> new(X, X).

new(X, N) when N > 1000 -> new(X, N - 1 + 0 * X);
new(X, _) -> {t, X}.

-spec top(t()) -> integer().
top({t, 3}) -> error(three);
%%             ^^^^^^^^^^^^ crash: error:three, top(_)
top({t, X}) when X > 1000000 -> error(large);
top({t, X}) -> X.
