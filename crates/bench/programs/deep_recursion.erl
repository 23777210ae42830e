%%% Body recursion, a million calls deep, and mutual tail calls.
-module(deep_recursion).
-export([run/0]).

run() -> {sum(lists:seq(1, 1000000)), is_even(1000000)}.

sum([]) -> 0;
sum([Head | Tail]) -> Head + sum(Tail).

is_even(0) -> true;
is_even(N) -> is_odd(N - 1).

is_odd(0) -> false;
is_odd(N) -> is_even(N - 1).
