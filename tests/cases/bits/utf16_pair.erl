%%! explore: f/1
-module(utf16_pair).
-export([f/1]).
-spec f(binary()) -> ok.
f(<<A/utf16, B/utf16-little>>) when A > 16#10000, B =:= 16#263a -> error(pair);
%%                                                                 ^^^^^^^^^^^ crash: error:pair, f(<<A/utf16, 16#3a, 16#26>>) when A > 16#10000
f(<<A/utf32-little>>) when A > 16#10fff0 -> error(last);
%%                                          ^^^^^^^^^^^ crash: error:last, f(<<A:32/little>>) when A > 16#10fff0
f(_) -> ok.
%%! stop: exhausted
