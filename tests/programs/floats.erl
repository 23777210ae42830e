%% Floats: arithmetic, rounding, printing that reads back, comparison with integers, the library,
%% what overflows.
-module(floats).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{arithmetic, fun arithmetic/0},
         {rounding, fun rounding/0},
         {printing, fun printing/0},
         {formatted, fun formatted/0},
         {to_text, fun to_text/0},
         {from_text, fun from_text/0},
         {comparison, fun comparison/0},
         {zeros, fun zeros/0},
         {mathematics, fun mathematics/0},
         {errors, fun errors/0},
         {accumulated, fun accumulated/0},
         {newton, fun() -> newton(2.0) end},
         {simpson, fun() -> simpson(fun(X) -> X * X * X - X end, 0.0, 2.0, 100) end},
         {mandelbrot, fun() -> [mandelbrot(X / 10, Y / 10)
             || X <- lists:seq(-20, 5, 5), Y <- [-10, 0, 5]] end},
         {matching, fun matching/0}]].

identity(X) -> X.

arithmetic() ->
    A = identity(7.5), B = identity(-2),
    [A + B, A - B, A * B, A / B, -A, +A, abs(-A), B / 4, identity(6) / identity(3),
        1.0e300 * identity(1.0e-300), identity(1.0e-320) / 2, 0.1 + identity(0.2)].

rounding() ->
    [{X, round(X), trunc(X), floor(X), ceil(X), float(X)}
        || X <- [identity(0.5), 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999999999999994, 4503599627370497.5,
        1.0e20, 3, -0.0]].

printing() ->
    [identity(X) || X <- [0.1, 1.0, 100.0, 1.0e5, 123456.789, 1.0e15, 1.0e16, 1.0e21, 1.0e22, 1.0e23,
        1.5e300, 1.0e-4, 0.001, 1.0e-5, 5.0e-324, 2.2250738585072014e-308,
                          1.7976931348623157e308, 0.30000000000000004, 9007199254740992.0,
                              9007199254740993.0, 4.35, 2.675, 1 / 3, 100 / 3]].

formatted() ->
    [lists:flatten(io_lib:format(Format, [identity(X)]))
        || Format <- ["~w", "~p", "~f", "~.2f", "~e", "~.3e", "~g", "~.4g", "~10.3f|", "~-12.2f|"],
        X <- [3.14159, -0.001, 1.0e10, 2.0e-7]].

to_text() ->
    X = identity(1234.5678),
    [float_to_list(X), float_to_list(X, [{decimals, 2}]), float_to_list(X, [{decimals, 6}, compact]),
        float_to_list(X, [{scientific, 3}]), float_to_list(X, [short]),
     float_to_binary(X, [{decimals, 0}]), float_to_binary(0.5, [{decimals, 0}]),
         float_to_binary(1.5, [{decimals, 0}]), float_to_list(-0.0, [{decimals, 1}]),
         float_to_list(1.0e22, [short])].

from_text() ->
    [try list_to_float(S) catch error:R -> {R, S} end
        || S <- ["1.0", "-1.5e10", "+0.1", "1.0e-400", "1.0e400", "1", "1.", ".5", "1e5", "0x1.0", " 1.0",
        "1.0 "]] ++ [binary_to_float(<<"2.50">>), string:to_float("3.5rest"), string:to_float("x")].

comparison() ->
    [identity(1) == 1.0, identity(1) =:= 1.0, identity(1) < 1.5, 2.0 =< identity(2), identity(1.0) /= 1,
        identity(1.0) =/= 1, lists:sort([2.0, 1, 1.0, 2, 0.5, -1.0, a]),
     max(identity(1), 1.0), max(1.0, identity(1)), min(identity(2), 2.0), lists:usort([1, 1.0, 1]),
         lists:member(1, [1.0]), lists:keyfind(1, 1, [{1.0, x}]),
         9007199254740993 == identity(9007199254740992.0)].

zeros() ->
    Minus = identity(-0.0),
    [Minus == 0, Minus == 0.0, 1 + Minus, Minus * -1, Minus + Minus, 0 * identity(-1.5), trunc(Minus),
        abs(Minus), <<Minus/float>>, <<(0.0 * identity(-1))/float>>].

mathematics() ->
    [math:sqrt(identity(2)), math:pow(2, identity(0.5)), math:pow(identity(2), 10), math:floor(-1.5),
        math:ceil(1.2), math:fmod(7.5, identity(2)), math:log2(identity(8)), math:log10(identity(1000)),
     math:exp(identity(0)), math:log(identity(1)), math:sin(identity(0)), math:cos(identity(0)),
         math:atan2(identity(0), 1), math:erf(identity(0))] ++ [round(F * 1.0e9)
         || F <- [math:pi(), math:sin(identity(1)), math:tan(identity(0.5)), math:asin(identity(0.5)),
         math:acosh(identity(2)), math:exp(identity(1))]].

errors() ->
    [try F() catch C:R -> {C, R} end || F <-
        [fun() -> 1 / identity(0) end, fun() -> 1.0 / identity(0.0) end,
            fun() -> identity(1.0e308) * 10 end, fun() -> identity(-1.0e308) - 1.0e308 end,
            fun() -> math:sqrt(identity(-1)) end,
         fun() -> math:log(identity(0)) end, fun() -> math:pow(identity(10), 400) end,
             fun() -> identity(1.5) rem 1 end, fun() -> identity(1.5) band 1 end,
             fun() -> round(identity(a)) end,
         fun() -> math:exp(identity(1000)) end, fun() -> math:acos(identity(2)) end,
             fun() -> float(identity("1")) end, fun() ->
             float_to_list(identity(1.0), [{decimals, 300}]) end]].

accumulated() ->
    {lists:sum(lists:duplicate(10, 0.1)),
        lists:foldl(fun(N, S) -> S + 1 / N end, 0.0, lists:seq(1, 10000)),
        lists:foldl(fun(N, S) -> S + 1 / N end, 0.0, lists:seq(10000, 1, -1))}.

newton(N) -> newton(N, N / 2, 0).
newton(N, X, Steps) ->
    case (X + N / X) / 2 of
        Y when abs(Y - X) < 1.0e-15 -> {Y, Steps};
        Y -> newton(N, Y, Steps + 1)
    end.

simpson(F, From, To, N) ->
    H = (To - From) / N,
    Sum = lists:sum([F(From + I * H) * (if I =:= 0; I =:= N -> 1; I rem 2 =:= 1 -> 4; true -> 2 end)
        || I <- lists:seq(0, N)]),
    Sum * H / 3.

mandelbrot(Cr, Ci) -> mandelbrot(Cr, Ci, 0.0, 0.0, 0).
mandelbrot(_, _, Zr, Zi, N) when Zr * Zr + Zi * Zi > 4.0; N =:= 50 -> N;
mandelbrot(Cr, Ci, Zr, Zi, N) -> mandelbrot(Cr, Ci, Zr * Zr - Zi * Zi + Cr, 2 * Zr * Zi + Ci, N + 1).

matching() ->
    [case X of 1.0 -> float_one; 1 -> int_one; 2.5 -> two_and_a_half; _ when X > 3 -> more; _ -> other end
        || X <- [1, 1.0, 2.5, identity(5) / 2, 3.5, 0.1]].
