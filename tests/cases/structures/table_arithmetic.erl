%%! explore: byte/2
%% Numbers that are looked up in a table are computed with: which places make the sum is solved for.
-module(table_arithmetic).
-export([byte/2]).

-spec byte($0..$9 | $a..$f, $0..$9 | $a..$f) -> byte().
byte(High, Low) ->
    case digit(High) * 16 + digit(Low) of
        16#a7 -> error(section_sign);
%%               ^^^^^^^^^^^^^^^^^^^ crash: error:section_sign, byte($a, $7)
        Byte -> Byte
    end.

digit(C) ->
    element(C - 47,
            {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
             no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
             no, no, 10, 11, 12, 13, 14, 15}).

%%! covers: all
