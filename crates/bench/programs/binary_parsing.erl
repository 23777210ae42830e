%%% A stream of frames (tag, length, payload), parsed segment by segment.
-module(binary_parsing).
-export([run/0]).

run() -> frames(stream(20000, []), 0, 0).

stream(0, Frames) -> iolist_to_binary(Frames);
stream(N, Frames) ->
    Payload = binary:copy(<<N:24, $x>>, N rem 7),
    stream(N - 1, [<<(N rem 3):8, (byte_size(Payload)):16/little, Payload/binary>> | Frames]).

frames(<<Tag:8, Size:16/little, Payload:Size/binary, Rest/binary>>, Count, Sum) ->
    frames(Rest, Count + 1, Sum + Tag + words(Payload, 0));
frames(<<>>, Count, Sum) ->
    {Count, Sum}.

words(<<Word:32/signed, Rest/binary>>, Sum) -> words(Rest, (Sum + Word) band 16#ffffff);
words(<<>>, Sum) -> Sum.
