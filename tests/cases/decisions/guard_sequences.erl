%%! explore: kind/2
%% Guards with `,` and `;`: an alternative is tried when the one before fails.
-module(guard_sequences).
-export([kind/2]).

-spec kind(integer(), integer()) -> atom().
kind(X, Y) when X > 0, Y > 0; X < 0, Y < 0 -> same_sign;
kind(X, Y) when X =:= 0; Y =:= 0 -> zero;
kind(X, Y) when X =:= -7, Y > 100 -> error({special, X, Y});
%%                                   ^^^^^^^^^^^^^^^^^^^^^^ crash: error:{special, -7, _}, kind(-7, Y) when Y > 100
kind(_, _) -> opposite.

%%! stop: exhausted
%%! complete
%%! covers: all
