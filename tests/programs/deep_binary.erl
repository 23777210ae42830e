%% A binary of ten megabytes built byte by byte, then read byte by byte: each step must cost the
%% same, however long the binary is.
-module(deep_binary).
-export([main/0]).

main() ->
    Binary = build(10000000, <<>>),
    [byte_size(Binary), checksum(Binary, 0), binary:at(Binary, 9999999), binary:part(Binary, 5000000, 4),
        old_versions()].

build(0, Acc) -> Acc;
build(N, Acc) -> build(N - 1, <<Acc/binary, N:8>>).

checksum(<<Byte, Rest/binary>>, Sum) -> checksum(Rest, (Sum * 31 + Byte) band 16#FFFFFF);
checksum(<<>>, Sum) -> Sum.

%% Appending twice to the same binary must not mix up the two results.
old_versions() ->
    Base = build(100, <<>>),
    A = <<Base/binary, "left">>,
    B = <<Base/binary, "right">>,
    {byte_size(Base), binary:part(A, 100, 4), binary:part(B, 100, 5)}.
