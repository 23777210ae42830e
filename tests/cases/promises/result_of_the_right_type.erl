%%! explore: f/2
-module(result_of_the_right_type).
-export([f/2]).
-type answer(T) :: {ok, T} | error.
-spec f(T, boolean()) -> answer(T) | fun((T) -> boolean()) | pid() | reference().
f(X, true) -> {ok, X};
f(pid, false) -> self();
f(reference, false) -> make_ref();
f('fun', false) -> fun(Y) -> Y =:= 1 end;
f(_, false) -> error.
%%! verdict: proved
