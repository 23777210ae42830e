%%! explore: f/2
-module(size_in_the_type).
-export([f/2]).
-spec f(<<_:16, _:_*24>>, <<_:12>>) -> ok.
%% The spec allows 2, 5, 8 bytes for one, and twelve bits for the other.
f(<<_:5/binary>>, <<_:11, 1:1>>) -> error(five);
%%                                  ^^^^^^^^^^^ crash: error:five, f(<<_:5/binary>>, <<_:11, 1:1>>)
f(<<_:4/binary>>, _) -> error(never);
f(A, _) when bit_size(A) < 16 -> error(never);
f(_, _) -> ok.
%%! stop: exhausted
