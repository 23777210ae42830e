%%! explore: f/1
-module(signed_fields).
-export([f/1]).
-spec f(binary()) -> ok.
f(<<A:16/signed-little, B:16/signed-big>>) when A < -30000, B =:= A + 7 -> error(near);
%%                                                                         ^^^^^^^^^^^ crash: error:near, f(<<A:16/signed-little, B:16/signed>>) when A < -30000, B =:= A + 7
f(<<A:24/little, 0>>) when A > 16#abcdef -> error(far);
%%                                          ^^^^^^^^^^ crash: error:far, f(<<_:24, 0>>)
f(_) -> ok.
%%! stop: exhausted
