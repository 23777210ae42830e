%% Comprehensions over and into binaries, mixed with lists; filters; odd bit sizes; nested ones.
-module(binary_comprehensions).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{bytes_to_list, fun() -> [B || <<B>> <= identity(<<1, 2, 3>>)] end},
         {list_to_bytes, fun() -> << <<(X * 2)>> || X <- identity([1, 2, 200]) >> end},
         {bits, fun() -> [Bit || <<Bit:1>> <= identity(<<16#A5, 1:1>>)] end},
         {reversed_bits, fun() -> << <<Bit:1>>
             || Bit <- lists:reverse([Bit || <<Bit:1>> <= identity(<<1, 2, 3>>)]) >> end},
         {triplets, fun() -> [{R, G, B} || <<R:5, G:6,
             B:5>> <= identity(<<16#F800:16, 16#07E0:16, 16#001F:16>>)] end},
         {leftover_is_dropped, fun() -> [X || <<X:16>> <= identity(<<1, 2, 3>>)] end},
         {filters, fun() -> << <<X>> || <<X>> <= identity(<<1, 2, 3, 4, 5, 6>>), X rem 2 =:= 0,
             X > 2 >> end},
         {two_generators, fun() -> [{X, Y} || <<X>> <= identity(<<1, 2>>), Y <- [a, b]] end},
         {nested, fun() -> [[Y || <<Y:2>> <= <<X>>] || <<X>> <= identity(<<27, 228>>)] end},
         {pattern_filters, fun() -> [Y || <<1:4, Y:4>> <= identity(<<16#12, 16#23, 16#14>>)] end},
         {sized_by_generator, fun() -> [Data || <<Size,
             Data:Size/binary>> <= identity(<<1, "a", 2, "bc", 0, 9, "x">>)] end},
         {utf8_code_points, fun() -> [C || <<C/utf8>> <= identity(<<"aé€😀"/utf8>>)] end},
         {utf8_to_utf16, fun() -> << <<C/utf16>> || <<C/utf8>> <= identity(<<"aé€😀"/utf8>>) >> end},
         {bad_utf8_stops, fun() -> [C || <<C/utf8>> <= identity(<<"ab", 255, "cd">>)] end},
         {floats, fun() -> [F || <<F:32/float>> <= << <<X:32/float>>
             || X <- identity([1.5, -2, 0]) >>] end},
         {little_endian, fun() -> [X || <<X:16/little-signed>> <= identity(<<1, 0, 255, 255, 0,
             128>>)] end},
         {odd_result, fun() -> << <<X:3>> || X <- identity([1, 2, 3]) >> end},
         {bitstring_pieces, fun() -> << <<B/bits>>
             || B <- identity([<<1:1>>, <<>>, <<2:2>>, <<"x">>]) >> end},
         {hex, fun() -> hex(identity(<<"Erlang">>)) end},
         {from_hex, fun() -> from_hex(identity("45726c616e67")) end},
         {base2, fun() -> [$0 + Bit || <<Bit:1>> <= <<(identity(1000)):10>>] end},
         {checksum, fun() -> checksum(binary:copy(<<"some data">>, 100)) end},
         {transpose, fun() -> transpose(identity([<<"abc">>, <<"def">>, <<"ghi">>])) end},
         {xor_cipher, fun xor_cipher/0},
         {long, fun() -> erlang:phash2(<< <<X:7>> || X <- lists:seq(1, 20000) >>) end},
         {empty, fun() -> {[X || <<X>> <= identity(<<>>)], << <<X>> || X <- identity([]) >>} end}]].

identity(X) -> X.

hex(Binary) -> << <<(digit(N))>> || <<N:4>> <= Binary >>.
digit(N) when N < 10 -> $0 + N;
digit(N) -> $a + N - 10.

from_hex([]) -> <<>>;
from_hex([A, B | Rest]) -> <<(list_to_integer([A, B], 16)), (from_hex(Rest))/binary>>.

checksum(Binary) -> lists:foldl(fun(W, Sum) -> (Sum + W) band 16#FFFF end, 0, [W || <<W:16>> <= Binary]).

transpose(Rows) ->
    [<< <<(binary:at(Row, Column))>> || Row <- Rows >> || Column <- lists:seq(0, byte_size(hd(Rows)) - 1)].

xor_cipher() ->
    Text = <<"attack at dawn">>,
    Key = <<"secret">>,
    Encrypt = fun(Data) ->
        << <<(Byte bxor binary:at(Key, I rem byte_size(Key)))>>
           || {I, Byte} <- lists:zip(lists:seq(0, byte_size(Data) - 1), binary_to_list(Data)) >>
    end,
    {Encrypt(Text), Encrypt(Encrypt(Text)) =:= Text}.
