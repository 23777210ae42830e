%%! explore: f/1
-module(float_magic).
-export([f/1]).
-spec f(binary()) -> ok.
f(<<X:64/float-little, _/binary>>) when X =:= 3.25 -> error(magic);
%%                                                    ^^^^^^^^^^^^ crash: error:magic, f(<<3.25/float-little, _/binary>>)
f(<<X:32/float, 1>>) when X > 1000.0 -> error(large);
%%                                      ^^^^^^^^^^^^ crash: error:large, f(<<_:4/binary, 1>>)
f(_) -> ok.
%%! stop: exhausted
