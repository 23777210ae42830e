%%! explore: decode/1
%% Base 16 by a table, as `base64` does it: which places of the table hold a digit is known, so that
%% spaces are skipped and a wrong digit is found in the middle, without trying 128 characters each.
-module(decoding_table).
-export([decode/1]).

-spec decode(binary()) -> binary() | error.
decode(Text) -> decode(Text, <<>>).

decode(<<C, Rest/binary>>, Bytes) ->
    case digit(C) of
        space -> decode(Rest, Bytes);
        bad -> error;
        High -> decode(Rest, High, Bytes)
    end;
decode(<<>>, Bytes) -> Bytes.

decode(<<C, Rest/binary>>, High, Bytes) ->
    case digit(C) of
        space -> decode(Rest, High, Bytes);
        bad when High =:= 13 -> error({half, Rest});
%%                              ^^^^^^^^^^^^^^^^^^^ crash: error:{half, _}, decode(_)
        bad -> error;
        Low -> decode(Rest, <<Bytes/binary, (High * 16 + Low)>>)
    end;
decode(<<>>, _, _) -> error.

digit(C) when C < 64 ->
    element(C + 1,
            {bad, bad, bad, bad, bad, bad, bad, bad, bad, space, space, bad, bad, space, bad, bad,
             bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad,
             space, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad,
             0, 1, 2, 3, 4, 5, 6, 7, 8, 9, bad, bad, bad, bad, bad, bad});
digit(C) when C < 71 -> element(C - 63, {bad, 10, 11, 12, 13, 14, 15});
digit(_) -> bad.

%%! runs: 400
%%! covers: all
