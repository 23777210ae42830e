%%! explore: powers/3
%% A power is exact where it is a product of small integers, or one of a few.
-module(powers).
-export([powers/3]).

-spec powers(-1000..1000, -60..60, float()) -> ok.
powers(X, Y, Z) ->
    case {math:pow(X, 2), math:pow(2, Y), math:pow(Z, 1), math:pow(X, 0)} of
        {144.0, _, _, _} when X < 0 -> error(square);
%%                                     ^^^^^^^^^^^^^ crash: error:square, powers(-12, _, _)
        {_, 1024.0, _, _} -> error(power);
%%                           ^^^^^^^^^^^^ crash: error:power, powers(_, 10, _)
        {_, 0.125, _, _} -> error(fraction);
%%                          ^^^^^^^^^^^^^^^ crash: error:fraction, powers(_, -3, _)
        {_, _, 2.5, _} -> error(itself);
%%                        ^^^^^^^^^^^^^ crash: error:itself, powers(_, _, 2.5)
        {_, _, _, Other} when Other =/= 1.0 -> error(never);
        _ -> ok
    end.
