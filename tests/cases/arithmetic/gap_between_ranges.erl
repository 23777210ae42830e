%%! explore: f/3
-module(gap_between_ranges).
-export([f/3]).
%% Most solutions of these equations lie between the ranges.
-spec f(a | b | c, neg_integer() | 1..9 | 97 | 100..16#FFFF, integer()) -> ok.
f(a, X, Y) when X > 0, X < 97, X * Y =:= -400 -> error(product);
%%                                               ^^^^^^^^^^^^^^ crash: error:product, f(a, X, Y) when X < 10, X * Y =:= -400
f(b, X, Y) when X + Y =:= 3, X - Y < 199, X - Y > 16, X =/= 97 -> error(sum);
%%                                                                ^^^^^^^^^^ crash: error:sum, f(b, X, Y) when X >= 100, X + Y =:= 3
f(c, X, _) when X div 3 =:= 9 -> error(never);
f(_, _, _) -> ok.
%%! stop: exhausted
%%! complete
