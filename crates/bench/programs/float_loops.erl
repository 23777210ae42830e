%%% Nested loops with floats: a small Mandelbrot set.
-module(float_loops).
-export([run/0]).

run() -> rows(0, 0).

rows(60, Sum) -> Sum;
rows(Y, Sum) -> rows(Y + 1, columns(0, Y / 30 - 1.0, Sum)).

columns(80, _, Sum) -> Sum;
columns(X, Imaginary, Sum) ->
    columns(X + 1, Imaginary, Sum + escape(0, 0.0, 0.0, X / 40 - 1.5, Imaginary)).

escape(100, _, _, _, _) -> 100;
escape(N, R, I, _, _) when R * R + I * I > 4.0 -> N;
escape(N, R, I, Real, Imaginary) ->
    escape(N + 1, R * R - I * I + Real, 2.0 * R * I + Imaginary, Real, Imaginary).
