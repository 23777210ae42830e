%%! explore: pop/1
%% A precondition of what was built.
-module(with_a_condition).
-export([new/0, push/2, pop/1, is_filled/1]).
-export_type([stack/0]).
-opaque stack() :: {integer(), [integer()]}.
-ermine({pre, pop/1, is_filled/1}).
%%! runs: 1500

-spec new() -> stack().
new() -> {0, []}.

-spec push(integer(), stack()) -> stack().
push(X, {N, L}) -> {N + 1, [X | L]}.

-spec is_filled(stack()) -> boolean().
is_filled({N, _}) -> N > 0.

-spec pop(stack()) -> integer().
pop({1, [7]}) -> error(seven);
%%               ^^^^^^^^^^^^ crash: error:seven, pop(_)
pop({_, [X | _]}) -> X.
