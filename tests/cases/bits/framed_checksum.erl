%%! explore: f/1
-module(framed_checksum).
-export([f/1]).
-spec f(binary()) -> ok | error | integer().
%% A length, a body, and the sum of the body: the bug is behind a frame that is right.
f(<<Len:16, Body:Len/binary, Sum:8>>) ->
    case sum(Body, 0) rem 256 of
        Sum -> handle(Body);
        _ -> error
    end;
f(_) -> error.

sum(<<Byte, Rest/binary>>, Sum) -> sum(Rest, Sum + Byte);
sum(<<>>, Sum) -> Sum.

handle(<<1, Rest/binary>>) -> 100 div (byte_size(Rest) - 2);
%%                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, f(<<3:16, 1, _:2/binary, _>>)
handle(_) -> ok.
%%! runs: 200
