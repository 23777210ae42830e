%% Functions with postconditions that always hold, as far as an analysis can tell, and with such that it must not say
%% that of.
-module(postconditions).
-export([holds_square/1, holds_length/1, holds_shape/2, fails_sign/1, fails_raises/1, fails_other/1,
         fails_missing/1, fails_no_boolean/1]).

-ermine({post, holds_square/1, is_number_after/2}).
-ermine({post, holds_length/1, is_positive/2}).
-ermine({post, holds_shape/2, is_pair/3}).
-ermine({post, fails_sign/1, is_positive/2}).
-ermine({post, fails_raises/1, raises/2}).
-ermine({post, fails_other/1, says_otherwise/2}).
-ermine({post, fails_missing/1, looks_elsewhere/2}).
-ermine({post, fails_no_boolean/1, says_yes/2}).

-spec holds_square(integer()) -> integer().
holds_square(X) -> X * X.

is_number_after(X, Result) -> is_integer(X) andalso is_integer(Result).

-spec holds_length([term()]) -> pos_integer().
holds_length(List) -> length(List) + 1.

is_positive(_, Result) -> Result > 0.

-spec holds_shape(atom(), integer()) -> {atom(), integer()}.
holds_shape(A, B) -> {A, B}.

is_pair(_, _, {A, B}) -> is_atom(A) andalso is_integer(B).

-spec fails_sign(integer()) -> integer().
fails_sign(X) -> X + 1.

-spec fails_raises(integer()) -> integer().
fails_raises(X) -> X.

raises(_, 7) -> error(seven);
raises(_, _) -> true.

-spec fails_other(0..10) -> 0..10.
fails_other(X) -> 10 - X.

says_otherwise(X, Result) -> X =/= Result.

-spec fails_missing(integer()) -> integer().
fails_missing(X) -> X.

looks_elsewhere(X, _) -> persistent_term:get(X, true).

-spec fails_no_boolean(integer()) -> integer().
fails_no_boolean(X) -> X.

says_yes(_, _) -> yes.
