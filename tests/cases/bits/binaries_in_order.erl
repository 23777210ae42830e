%%! explore: f/2
-module(binaries_in_order).
-export([f/2]).
-spec f(binary(), binary()) -> ok.
f(A, B) when A > <<"m">>, A < <<"mb">>, byte_size(A) > 1 -> between(A, B);
f(_, _) -> ok.

between(A, B) when B < A, B > <<"m">> -> error(between);
%%                                       ^^^^^^^^^^^^^^ crash: error:between, f(A, B) when A > <<"m">>, A < <<"mb">>, B < A, B > <<"m">>
between(_, _) -> ok.
%%! depth: 30
%%! runs: 500
