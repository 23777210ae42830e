%%% Calls, small integers, and little else.
-module(fib).
-export([run/0]).

run() -> fib(27).

fib(0) -> 0;
fib(1) -> 1;
fib(N) -> fib(N - 1) + fib(N - 2).
