%%! explore: run/1
%% A fun of the program's own, called with too many arguments for one kind of input.
-module(badarity).
-export([run/1]).

run({Operation, A, B}) ->
    F = operation(Operation),
    F(A, B);
%%  ^^^^^^^ crash: error:{badarity, {_, [_, _]}}, run({negate, _, _})
run(_) -> none.

operation(negate) -> fun(X) -> {minus, X} end;
operation(pair) -> fun(X, Y) -> {X, Y} end;
operation(_) -> fun(X, _) -> X end.

%%! stop: exhausted
%%! complete
%%! covers: all
