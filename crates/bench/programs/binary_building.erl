%%% Ten megabytes, appended byte by byte.
-module(binary_building).
-export([run/0]).

run() ->
    Binary = build(10000000, <<>>),
    {byte_size(Binary), erlang:crc32(Binary)}.

build(0, Binary) -> Binary;
build(N, Binary) -> build(N - 1, <<Binary/binary, (N rem 256)>>).
