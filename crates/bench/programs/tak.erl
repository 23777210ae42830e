%%% Calls with three arguments and a guard: Takeuchi's function.
-module(tak).
-export([run/0]).

run() -> tak(24, 16, 8).

tak(X, Y, Z) when Y >= X -> Z;
tak(X, Y, Z) -> tak(tak(X - 1, Y, Z), tak(Y - 1, Z, X), tak(Z - 1, X, Y)).
