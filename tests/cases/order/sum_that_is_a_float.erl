%%! explore: next/1
%% A sum that equals an integer without being one.
-module(sum_that_is_a_float).
-export([next/1]).

next(X) when X + 1 =:= 2 -> one;
next(X) when X + 1 == 2 -> error({float, X});
%%                         ^^^^^^^^^^^^^^^^^ crash: error:{float, 1.0}, next(1.0)
next(_) -> other.

%%! stop: exhausted
%%! covers: all
