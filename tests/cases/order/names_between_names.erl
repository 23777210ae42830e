%%! explore: f/2
-module(names_between_names).
-export([f/2]).
-spec f(atom(), atom()) -> ok.
f(A, B) when A < B, A > foo, B < zip -> error(found);
%%                                      ^^^^^^^^^^^^ crash: error:found, f(A, B) when foo < A, A < B, B < zip
f(A, B) when A >= B, A =< foo, B >= zip -> error(never);
f(_, _) -> ok.
%%! stop: exhausted
%%! complete
