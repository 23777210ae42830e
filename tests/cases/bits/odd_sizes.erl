%%! explore: f/1
-module(odd_sizes).
-export([f/1]).
-spec f(bitstring()) -> ok | integer().
f(<<1:1, X:5/signed, Y:11/little, Rest/bitstring>>) when X < -3, Y =:= 1027 ->
    1 div bit_size(Rest);
%%  ^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, f(<<1:1, _:5, 1027:11/little>>)
f(<<_:3>>) -> error(three);
%%            ^^^^^^^^^^^^ crash: error:three, f(<<_:3>>)
f(_) -> ok.
%%! stop: exhausted
