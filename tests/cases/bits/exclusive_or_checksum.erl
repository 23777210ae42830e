%%! explore: f/1
-module(exclusive_or_checksum).
-export([f/1]).
-spec f(binary()) -> ok | error.
f(<<A, B, C, Sum>>) when A bxor B bxor C =:= Sum, Sum > 100, A < B, B < C, C < 100 -> error(sum);
%%                                                                                    ^^^^^^^^^^ crash: error:sum, f(<<A, B, C, S>>) when A bxor B bxor C =:= S
f(_) -> ok.
%%! stop: exhausted
