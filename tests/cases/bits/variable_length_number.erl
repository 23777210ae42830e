%%! explore: f/1
-module(variable_length_number).
-export([f/1]).
-spec f(binary()) -> non_neg_integer() | error.
%% Seven bits a byte, the lowest first; at most three bytes.
f(Binary) ->
    case decode(Binary, 0, 0) of
        {300, <<1, _/binary>>} -> error(three_hundred);
%%                                ^^^^^^^^^^^^^^^^^^^^ crash: error:three_hundred, f(<<172, 2, 1, _/binary>>)
        {Number, _} when Number > 2000000 -> error(large);
%%                                           ^^^^^^^^^^^^ crash: error:large, f(<<1:1, _:7, 1:1, _:7, 0:1, _:7, _/binary>>)
        {Number, _} -> Number;
        error -> error
    end.

decode(<<0:1, Bits:7, Rest/binary>>, Shift, Number) -> {Number + (Bits bsl Shift), Rest};
decode(<<1:1, Bits:7, Rest/binary>>, Shift, Number) when Shift < 14 ->
    decode(Rest, Shift + 7, Number + (Bits bsl Shift));
decode(_, _, _) -> error.
%%! stop: exhausted
