%%! tries: to make the solver work without an end: a length, and a checksum over what is as long
%%! function: parse/1
%%! eval: [<<1, 2, 3>>]
%%! ermine: run checksum.erl parse/1 --time 2s --memory 300
-module(checksum).
-export([parse/1]).

-spec parse(binary()) -> binary().
parse(<<Length:16, Payload:Length/binary, Sum:32, _/binary>>) when Length > 3 ->
    Sum = sum(Payload, 1),
    <<First, _/binary>> = Payload,
    <<(100 div (First - 65)), Payload/binary>>;
parse(Other) ->
    Other.

sum(<<>>, Sum) -> Sum band 16#FFFFFFFF;
sum(<<Byte, Rest/binary>>, Sum) -> sum(Rest, (Sum bsl 5) bxor (Sum bsr 3) bxor (Byte * 16777619)).
