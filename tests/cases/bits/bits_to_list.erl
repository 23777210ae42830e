%%! explore: f/1
-module(bits_to_list).
-export([f/1]).
-spec f(bitstring()) -> ok.
f(Bits) when bit_size(Bits) < 20 ->
    case bitstring_to_list(Bits) of
        [7, <<3:3>>] -> error(rest);
%%                      ^^^^^^^^^^^ crash: error:rest, f(<<7, 3:3>>)
        [A, B] when is_integer(B), A + B =:= 300 -> error(sum);
%%                                                  ^^^^^^^^^^ crash: error:sum, f(<<_, _>>)
        _ -> ok
    end;
f(_) -> ok.
%%! stop: exhausted
