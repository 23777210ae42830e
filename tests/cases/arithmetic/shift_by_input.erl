%%! explore: mask/1
%% The number of bits to shift by comes from the input.
-module(shift_by_input).
-export([mask/1]).

-spec mask(0..20) -> integer().
mask(Bits) ->
    case 1 bsl Bits of
        4096 -> error(twelve_bits);
%%              ^^^^^^^^^^^^^^^^^^ crash: error:twelve_bits, mask(12)
        Mask -> Mask - 1
    end.

%%! covers: all
