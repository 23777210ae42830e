%% Parsers of real formats over binaries: an IPv4 header, tag-length-value records, a WAV header,
%% variable-length integers, a line protocol read in pieces.
-module(packet_parser).
-export([main/0]).

main() ->
    [{ip, [ip(P) || P <- [ip_packet(), <<16#46, 0, 24:16, 0:160>>, <<16#60, 0:400>>, <<1, 2, 3>>, <<>>]]},
     {tlv, [tlv(P) || P <- [<<1, 0, 3, "abc", 2, 0, 0, 3, 0, 4, 1, 0, 1, "x">>, <<1, 0, 9, "short">>,
         <<>>, <<1>>]]},
     {wav, [wav(P) || P <- [wav_file(), <<"RIFF">>, <<"RIFF", 36:32/little, "AVI ", 0:200>>]]},
     {varint, [{N, varint(encode_varint(N))} || N <- [0, 1, 127, 128, 300, 1 bsl 32, 1 bsl 70]]},
     {bad_varint, [varint(B) || B <- [<<>>, <<255>>, <<128, 128>>]]},
     {zigzag, [zigzag(N) || N <- [0, -1, 1, -2, 2147483647]]},
     {lines, lines([<<"first\r\nsec">>, <<"ond\r">>, <<"\nthird">>, <<>>, <<"\r\n\r\nrest">>])},
     {round_trip, [decode(encode(T)) =:= T || T <- terms()]},
     {encoded, [encode(T) || T <- terms()]}].

ip_packet() ->
    <<4:4, 5:4, 0:8, 24:16, 4242:16, 2#010:3, 0:13, 64:8, 6:8, 0:16, 192, 168, 0, 1, 10, 0, 0, 255,
        "data">>.

ip(<<4:4, HeaderLength:4, _Service:8, TotalLength:16, Id:16, _:1, DontFragment:1, More:1, Offset:13,
    TimeToLive, Protocol,
     _Checksum:16, Source:4/binary, Destination:4/binary, Rest/binary>> = Packet) when HeaderLength >= 5 ->
    OptionsLength = (HeaderLength - 5) * 4,
    case Rest of
        <<Options:OptionsLength/binary, Data/binary>> when byte_size(Packet) =:= TotalLength ->
            #{id => Id, flags => {DontFragment, More}, offset => Offset, ttl => TimeToLive,
              protocol => protocol(Protocol), from => address(Source), to => address(Destination),
              options => Options, data => Data};
        _ -> {error, {bad_length, TotalLength, byte_size(Packet)}}
    end;
ip(<<4:4, _/bits>>) -> {error, truncated};
ip(<<Version:4, _/bits>>) -> {error, {version, Version}};
ip(_) -> {error, empty}.

protocol(1) -> icmp;
protocol(6) -> tcp;
protocol(17) -> udp;
protocol(N) -> {other, N}.

address(<<A, B, C, D>>) -> lists:flatten(io_lib:format("~b.~b.~b.~b", [A, B, C, D])).

tlv(<<3, Length:16, Inner:Length/binary, Rest/binary>>) -> [{nested, tlv(Inner)} | tlv(Rest)];
tlv(<<Tag, Length:16, Value:Length/binary, Rest/binary>>) -> [{Tag, Value} | tlv(Rest)];
tlv(<<>>) -> [];
tlv(Rest) -> [{error, Rest}].

wav_file() ->
    Data = << <<S:16/little-signed>> || S <- [0, 1000, -1000, 32767, -32768] >>,
    <<"RIFF", (36 + byte_size(Data)):32/little, "WAVE", "fmt ", 16:32/little, 1:16/little, 1:16/little,
      44100:32/little, 88200:32/little, 2:16/little, 16:16/little, "data", (byte_size(Data)):32/little,
          Data/binary>>.

wav(<<"RIFF", _:32/little, "WAVE", Chunks/binary>>) -> chunks(Chunks, #{});
wav(<<"RIFF", _:32, Kind:4/binary, _/binary>>) -> {error, {kind, Kind}};
wav(_) -> {error, no_wav}.

chunks(<<"fmt ", 16:32/little, 1:16/little, Channels:16/little, Rate:32/little, _:32, _:16,
    Bits:16/little, Rest/binary>>, Info) ->
    chunks(Rest, Info#{channels => Channels, rate => Rate, bits => Bits});
chunks(<<"data", Size:32/little, Data:Size/binary, Rest/binary>>, #{bits := Bits} = Info) ->
    chunks(Rest, Info#{samples => [S || <<S:Bits/little-signed>> <= Data]});
chunks(<<>>, Info) -> Info;
chunks(Rest, _) -> {error, {chunk, Rest}}.

encode_varint(N) when N < 128 -> <<N>>;
encode_varint(N) -> <<1:1, N:7, (encode_varint(N bsr 7))/binary>>.

varint(B) -> varint(B, 0, 0).
varint(<<1:1, N:7, Rest/binary>>, Shift, Acc) -> varint(Rest, Shift + 7, Acc bor (N bsl Shift));
varint(<<0:1, N:7, Rest/binary>>, Shift, Acc) -> {Acc bor (N bsl Shift), Rest};
varint(<<>>, _, _) -> incomplete.

zigzag(N) -> <<Encoded:64>> = <<((N bsl 1) bxor (N bsr 63)):64>>,
    {N, Encoded, (Encoded bsr 1) bxor -(Encoded band 1)}.

%% Lines that may be cut anywhere between two pieces.
lines(Pieces) -> lines(Pieces, <<>>, []).
lines([], Rest, Lines) -> {lists:reverse(Lines), Rest};
lines([Piece | Pieces], Rest, Lines) -> cut(<<Rest/binary, Piece/binary>>, Pieces, Lines).

cut(Buffer, Pieces, Lines) ->
    case binary:split(Buffer, <<"\r\n">>) of
        [Line, Rest] -> cut(Rest, Pieces, [Line | Lines]);
        [Rest] -> lines(Pieces, Rest, Lines)
    end.

terms() -> [nil, true, 0, -5, 1 bsl 40, "text", [1, [2, "x"], nil], 2.5, []].

encode(nil) -> <<"n">>;
encode(true) -> <<"t">>;
encode(N) when is_integer(N) -> <<"i", N:64/signed>>;
encode(F) when is_float(F) -> <<"f", F/float>>;
encode([C | _] = String) when is_integer(C),
    C >= 32 -> <<"s", (length(String)):16, (list_to_binary(String))/binary>>;
encode(List) -> <<"l", (length(List)):16, << <<(encode(E))/binary>> || E <- List >>/binary>>.

decode(Binary) -> {Term, <<>>} = decode_one(Binary), Term.

decode_one(<<"n", Rest/binary>>) -> {nil, Rest};
decode_one(<<"t", Rest/binary>>) -> {true, Rest};
decode_one(<<"i", N:64/signed, Rest/binary>>) -> {N, Rest};
decode_one(<<"f", F/float, Rest/binary>>) -> {F, Rest};
decode_one(<<"s", Length:16, String:Length/binary, Rest/binary>>) -> {binary_to_list(String), Rest};
decode_one(<<"l", Length:16, Rest/binary>>) ->
    lists:foldl(fun(_, {List, Bytes}) -> {E, More} = decode_one(Bytes), {List ++ [E], More} end,
        {[], Rest}, lists:seq(1, Length)).
