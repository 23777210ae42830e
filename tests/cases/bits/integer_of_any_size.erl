%%! explore: f/1
-module(integer_of_any_size).
-export([f/1]).
-spec f(bitstring()) -> ok | integer().
f(<<Size:4, Number:Size/signed, Rest/bitstring>>) when Number < -5, Size < 6 ->
    1 div (bit_size(Rest) - 3);
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, f(<<Size:4, _:Size, _:3>>)
f(_) -> ok.
%%! runs: 200
