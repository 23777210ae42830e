%%! explore: decode/1
%% `%XX` in a text; one of the characters is not expected.
-module(percent_decoding).
-export([decode/1]).

-spec decode([32..126]) -> [0..255] | error.
decode([$%, High, Low | Rest]) ->
    case {hex(High), hex(Low)} of
        {error, _} -> error;
        {_, error} -> error;
        {0, 0} -> error(null_byte);
%%                ^^^^^^^^^^^^^^^^ crash: error:null_byte, decode("%00" ++ _)
        {A, B} -> [A * 16 + B | Rest]
    end;
decode(Text) -> Text.

hex(C) when C >= $0, C =< $9 -> C - $0;
hex(C) when C >= $a, C =< $f -> C - $a + 10;
hex(C) when C >= $A, C =< $F -> C - $A + 10;
hex(_) -> error.

%%! covers: all
