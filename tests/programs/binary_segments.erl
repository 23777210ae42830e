%% Every kind of binary segment, built and matched: integers of any size, sign and byte order,
%% floats of 16, 32 and 64 bits, the utf types, bitstrings, units, dynamic sizes.
-module(binary_segments).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{integers, fun integers/0},
         {truncation, fun truncation/0},
         {byte_orders, fun byte_orders/0},
         {signs, fun signs/0},
         {odd_sizes, fun odd_sizes/0},
         {big_segments, fun big_segments/0},
         {floats, fun floats/0},
         {float_matching, fun float_matching/0},
         {utf, fun utf/0},
         {utf_matching, fun utf_matching/0},
         {rests, fun rests/0},
         {units, fun units/0},
         {dynamic_sizes, fun dynamic_sizes/0},
         {size_expressions, fun size_expressions/0},
         {literals, fun literals/0},
         {unaligned, fun unaligned/0},
         {does_not_match, fun does_not_match/0},
         {bound_variables, fun bound_variables/0},
         {skipping, fun skipping/0},
         {evaluation, fun evaluation/0}]].

identity(X) -> X.

integers() ->
    X = identity(16#0123456789ABCDEF),
    [<<X:8>>, <<X:16>>, <<X:24>>, <<X:32>>, <<X:64>>, <<X:65>>, <<X:1>>, <<X:0>>, <<X:128>>].

truncation() ->
    [<<(identity(N)):8>> || N <- [0, 255, 256, -1, -128, -129, 1 bsl 80 + 7, -(1 bsl 80) - 7]].

byte_orders() ->
    X = identity(16#010203),
    [<<X:24/big>>, <<X:24/little>>, <<X:17/big>>, <<X:17/little>>, <<X:9/little>>, <<X:40/little>>,
     <<X:32/native>> =:= case <<1:16/native>> of <<1, 0>> -> <<X:32/little>>; _ -> <<X:32/big>> end].

signs() ->
    B = identity(<<255, 254, 128, 1>>),
    <<A:8/signed, C:8, D:16/little-signed>> = B,
    <<E:16/signed-big, F:16/little-unsigned>> = B,
    <<G:3/signed, H:5/signed, I:1/signed, _/bits>> = B,
    <<J:32/signed>> = B,
    [A, C, D, E, F, G, H, I, J].

odd_sizes() ->
    B = identity(<<2#1011001110001111:16>>),
    [begin <<X:Size, Rest/bits>> = B, {X, bit_size(Rest), Rest} end || Size <- lists:seq(0, 16, 3)].

big_segments() ->
    N = identity(1 bsl 200 - 12345),
    B = <<N:256/little, N:256/big, (-N):256/signed>>,
    <<X:256/little, Y:256, Z:256/signed>> = B,
    <<W:1000/little>> = <<N:1000/little>>,
    {X =:= N, Y =:= N, Z =:= -N, W =:= N, erlang:phash2(B)}.

floats() ->
    [{F, <<F:64/float>>, <<F:32/float>>, <<F:16/float>>, <<F:64/float-little>>, <<F:32/little-float>>}
     || F <- [identity(1.5), 0.0, -0.0, 0.1, -2, 65504.0]].

%% Not every bit pattern is a number.
float_matching() ->
    [case B of <<F:64/float>> -> {double, F}; <<F:32/float>> -> {single, F}; <<F:16/float>> -> {half, F};
        _ -> no end || B <-
        [<<0:64>>, <<1:1, 0:63>>, <<16#7FF0:16, 0:48>>, <<16#7FF8:16, 0:48>>, <<16#3FF8:16, 0:48>>,
         <<16#7F80:16, 0:16>>, <<16#3FC0:16, 0:16>>, <<1:32>>, <<16#7C00:16>>, <<16#3C00:16>>, <<1:16>>,
             <<1:8>>]].

utf() ->
    [{<<C/utf8>>, <<C/utf16>>, <<C/utf16-little>>, <<C/utf32>>, <<C/utf32-little>>}
     || C <- [$a, 16#E9, 16#20AC, 16#D7FF, 16#E000, 16#1F600, 16#10FFFF]] ++
    [try <<(identity(C))/utf8>> catch error:R -> R end || C <- [16#D800, 16#DFFF, 16#110000, -1, a]] ++
    [<<"åäö€"/utf8>>, <<"a€"/utf16>>, <<"a"/utf32>>].

utf_matching() ->
    [case B of <<C/utf8, Rest/binary>> -> {C, Rest}; _ -> no end || B <-
        [<<"a">>, <<16#C3, 16#A9, 1>>, <<16#E2, 16#82, 16#AC>>, <<16#F0, 16#9F, 16#98, 16#80>>,
         <<16#C3>>, <<16#80>>, <<16#C0, 16#80>>, <<16#ED, 16#A0, 16#80>>, <<16#F4, 16#90, 16#80, 16#80>>,
             <<16#FF>>, <<>>]] ++
    [case B of <<C/utf16, Rest/binary>> -> {C, Rest}; _ -> no end || B <-
        [<<0, $a>>, <<16#D83D:16, 16#DE00:16>>, <<16#D83D:16>>, <<16#DE00:16>>, <<16#D83D:16, 0, 1>>,
            <<1>>]] ++
    [case B of <<C/utf32-little>> -> C; _ -> no end
        || B <- [<<$a, 0, 0, 0>>, <<0, 16#D8, 0, 0>>, <<0, 0, 17, 0>>]].

rests() ->
    <<A, Rest/binary>> = identity(<<1, 2, 3>>),
    <<B:4, Bits/bitstring>> = identity(<<1, 2>>),
    <<_:3, NoWhole/bits>> = identity(<<7>>),
    {A, Rest, B, Bits, NoWhole, is_binary(Bits), is_bitstring(NoWhole), bit_size(NoWhole),
        byte_size(NoWhole),
     case NoWhole of <<_/binary>> -> whole; _ -> not_whole end}.

units() ->
    B = identity(<<1, 2, 3, 4, 5, 6>>),
    <<X:2/binary-unit:8, Y:1/integer-unit:16, Z/binary-unit:16>> = B,
    Matches = [case Bits of <<_/binary-unit:3>> -> true; _ -> false end
        || Bits <- [<<0:9>>, <<0:8>>, <<>>, <<0:24>>]],
    {X, Y, Z, Matches, <<5:2/unit:7>>, <<(identity(<<"abc">>)):2/binary-unit:12>>}.

dynamic_sizes() ->
    Packet = identity(<<3, "abc", 2, "de", 0, 9, "short">>),
    Read = fun Read(<<Size, Data:Size/binary, Rest/binary>>) -> [Data | Read(Rest)];
               Read(Rest) -> [{rest, Rest}]
           end,
    Nested = case identity(<<4, 12, 16#ABC:12, 5:4>>) of
        <<BitsA, BitsB, X:BitsB, Y:BitsA>> -> {BitsA, BitsB, X, Y}
    end,
    {Read(Packet), Nested}.

size_expressions() ->
    Length = identity(4),
    Read = fun(B) -> case B of <<N, Data:(N - 1)/binary, Tail:(N * 2)/bits, _/bits>> -> {N, Data, Tail};
        _ -> no end end,
    {<<1:(Length * 2)>>, <<16#FFFF:(Length + 1)>>,
        [Read(identity(B)) || B <- [<<3, 1, 2, 255>>, <<0, 1, 2>>, <<1, 16#C0>>]]}.

literals() ->
    [case B of
         <<"GET ", Path/binary>> -> {get, Path};
         <<"PUT ", Path/binary>> -> {put, Path};
         <<16#CAFE:16, _/binary>> -> class_file;
         <<1.5/float, _/binary>> -> float;
         <<"é"/utf8, _/binary>> -> accent;
         <<0:1, X:7>> -> {low, X};
         <<>> -> empty;
         _ -> other
     end || B <- [<<"GET /">>, <<"PUT x">>, <<16#CAFE:16>>, <<1.5/float>>, <<"é!"/utf8>>, <<5>>, <<>>,
         <<200>>, <<1:1>>]].

unaligned() ->
    Whole = identity(<<"hello, unaligned world">>),
    <<_:3, Rest/bits>> = <<5:3, Whole/binary>>,
    Shifted = <<1:1, Whole/binary, 1:7>>,
    <<_:1, Middle:22/binary, _:7>> = Shifted,
    {Rest =:= Whole, Middle =:= Whole, erlang:phash2(Shifted), byte_size(Shifted),
     << <<X:1>> || <<X:1>> <= <<16#A5>> >> =:= <<16#A5>>,
     <<(identity(<<1:3>>))/bits, (identity(<<2:3>>))/bits, (identity(<<1:2>>))/bits>>}.

does_not_match() ->
    [case B of <<_:Size>> -> exactly; <<_:Size, _/bits>> -> more; _ -> less end
     || {B, Size} <- [{<<1>>, 8}, {<<1>>, 7}, {<<1>>, 9}, {<<>>, 0}, {<<1:3>>, 3}, {<<1>>, -1},
         {<<1>>, a}, {not_binary, 8}]].

bound_variables() ->
    Key = identity(7),
    Tag = identity(<<"ab">>),
    [case B of <<Key, X>> -> {key, X}; <<Tag:2/binary, X>> -> {tag, X}; _ -> no end
     || B <- [<<7, 1>>, <<8, 1>>, <<"abc">>, <<"ab">>]].

skipping() ->
    <<_:8, A:4, _:4, _:2/binary, B/binary>> = identity(<<1, 16#2F, 3, 4, 5, 6>>),
    {A, B}.

evaluation() ->
    Log = fun(X) -> put(order, [X | get(order)]), X end,
    put(order, []),
    B = <<(Log(1)):(Log(8)), (Log(2)):(Log(16))>>,
    {B, lists:sort(erase(order))}.
