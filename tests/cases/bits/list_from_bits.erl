%%! explore: f/1
-module(list_from_bits).
-export([f/1]).
-spec f(bitstring()) -> [integer()].
f(Bits) ->
    case [X - Y || <<X:3, Y:5/signed>> <= Bits] of
        [12, -9 | _] -> error(found);
%%                      ^^^^^^^^^^^^ crash: error:found, f(<<X:3, Y:5/signed, Z:3, W:5/signed, _/bitstring>>) when X - Y =:= 12, Z - W =:= -9
        Others -> Others
    end.
%%! depth: 40
%%! runs: 300
