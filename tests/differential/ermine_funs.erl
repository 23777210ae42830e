%%% Funs to call library functions with: named functions, so that every side has the same ones.
%%% Their specs tell where they fit.
-module(ermine_funs).
-compile(export_all).
-compile(nowarn_export_all).

%%% No argument

-spec nothing() -> ok.
nothing() -> ok.

-spec zero() -> integer().
zero() -> 0.

-spec fails() -> any().
fails() -> error(failed).

%%% One argument

-spec id(any()) -> any().
id(X) -> X.

-spec is_even(any()) -> boolean().
is_even(X) -> is_integer(X) andalso X rem 2 =:= 0.

-spec is_small(any()) -> boolean().
is_small(X) -> X < 10.

-spec truth(any()) -> boolean().
truth(_) -> true.

-spec untruth(any()) -> boolean().
untruth(_) -> false.

%% Not a boolean, whatever the caller hopes for.
-spec no_boolean(any()) -> any().
no_boolean(_) -> perhaps.

-spec successor(number()) -> any().
successor(X) -> X + 1.

-spec wrapped(any()) -> list().
wrapped(X) -> [X].

-spec twice(any()) -> list().
twice(X) -> [X, X].

-spec none(any()) -> list().
none(_) -> [].

-spec number_of(any()) -> non_neg_integer().
number_of(X) -> erlang:phash2(X, 16).

-spec pair(any()) -> {any(), any()}.
pair(X) -> {X, 1}.

-spec even_or_value(any()) -> boolean() | {true, any()}.
even_or_value(X) when is_integer(X), X rem 2 =:= 0 -> {true, -X};
even_or_value(X) -> is_atom(X).

-spec text(any()) -> string().
text(X) -> integer_to_list(erlang:phash2(X)).

-spec throws(any()) -> any().
throws(X) -> throw({thrown, X}).

-spec only_ok(ok) -> any().
only_ok(ok) -> ok.

%%% Two arguments

-spec sum(any(), any()) -> any().
sum(X, Y) -> X + Y.

-spec collect(any(), list()) -> list().
collect(X, Y) -> [X | Y].

-spec second(any(), any()) -> any().
second(_, Y) -> Y.

-spec tuple(any(), any()) -> {any(), any()}.
tuple(X, Y) -> {X, Y}.

-spec at_most(any(), any()) -> boolean().
at_most(X, Y) -> X =< Y.

-spec at_least(any(), any()) -> boolean().
at_least(X, Y) -> X >= Y.

-spec true_when_even(any(), any()) -> boolean().
true_when_even(X, _) -> is_even(X).

-spec value_or_not(any(), any()) -> boolean() | {true, any()}.
value_or_not(X, Y) -> case is_even(X) of true -> {true, {X, Y}}; false -> false end.

-spec exits(any(), any()) -> any().
exits(X, _) -> exit(X).

%%% Three arguments

-spec last(any(), any(), any()) -> any().
last(_, _, Z) -> Z.

-spec triple(any(), any(), any()) -> {any(), any(), any()}.
triple(X, Y, Z) -> {X, Y, Z}.

-spec larger(any(), any(), any()) -> any().
larger(_, Y, Z) -> max(Y, Z).

-spec gather(any(), any(), any()) -> list().
gather(X, Y, Z) -> [X, Y | Z].
