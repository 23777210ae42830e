%%! explore: gcd/2
%% Euclid, on numbers small enough to see all of his paths.
-module(greatest_common_divisor).
-export([gcd/2]).

-spec gcd(1..40, 1..40) -> pos_integer().
gcd(A, B) ->
    case euclid(A, B) of
        13 when A =/= B -> error(thirteen);
%%                         ^^^^^^^^^^^^^^^ crash: error:thirteen, gcd(A, B) when A rem 13 =:= 0, B rem 13 =:= 0
        D -> D
    end.

euclid(A, 0) -> A;
euclid(A, B) -> euclid(B, A rem B).

%%! covers: all
