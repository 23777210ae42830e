%%! explore: f/1
-module(utf8_characters).
-export([f/1]).
-spec f(binary()) -> ok | invalid.
f(<<A/utf8, B/utf8>>) when A =:= 223, B > 16#1F600 -> error(found);
%%                                                    ^^^^^^^^^^^^ crash: error:found, f(<<223/utf8, B/utf8>>) when B > 16#1F600
f(<<_/utf8, Rest/binary>>) -> f(Rest);
f(<<>>) -> ok;
f(_) -> invalid.
%%! depth: 30
%%! runs: 3000
