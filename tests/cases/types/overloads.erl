%%! explore: f/1
%%! depth: 20
-module(overloads).
-export([f/1]).
-spec f(0..9) -> digit;
       (float()) -> {float, float()};
       ([boolean()]) -> 0..2.
f(N) when is_integer(N), N >= 0, N < 10 -> digit;
f(N) when is_float(N), N =:= 3.5 -> error(a_float);
%%                                  ^^^^^^^^^^^^^^ crash: error:a_float, f(3.5)
f(N) when is_float(N) -> {float, N};
f(List) -> length([X || X <- List, X]).
%%! spec violation: f([true, true, true | _])
