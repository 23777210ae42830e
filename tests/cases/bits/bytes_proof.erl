%%! explore: f/1
-module(bytes_proof).
-export([f/1]).
-spec f(<<_:8>> | <<_:16>>) -> pos_integer().
%% A byte is below 256, whatever it is; two of them are below 511 together.
f(<<A>>) when A >= 256 -> error(never);
f(<<A, B>>) when A + B > 510 -> error(never);
f(<<A:4, B:4>>) -> 1000 div (A + B + 1);
f(<<A:16/signed>>) -> 70000 div (A + 32769).
%%! verdict: proved
