%%! explore: f/2
-module(bits_appended).
-export([f/2]).
-spec f(bitstring(), 0..7) -> ok.
f(Bits, Number) when bit_size(Bits) < 6 ->
    Whole = <<Bits/bitstring, Number:3, Bits/bitstring>>,
    if
        is_binary(Whole), Whole =/= <<>> -> error(binary);
        Whole =:= <<2#101101:6, 0:1>> -> error(seven);
%%                                       ^^^^^^^^^^^^ crash: error:seven, f(<<2#10:2>>, 6)
        true -> ok
    end;
f(_, _) -> ok.
%%! stop: exhausted
