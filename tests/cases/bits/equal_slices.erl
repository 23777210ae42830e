%%! explore: f/1
-module(equal_slices).
-export([f/1]).
-spec f(binary()) -> ok.
f(<<N, A:N/binary, B:N/binary, C/binary>>) when A =:= B, A =/= <<>>, C =:= A -> error(thrice);
%%                                                                              ^^^^^^^^^^^^^ crash: error:thrice, f(<<N, A:N/binary, A:N/binary, A:N/binary>>) when N > 0
f(_) -> ok.
%%! runs: 200
