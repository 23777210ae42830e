%%! explore: f/1
-module(ranges_that_go_together).
-export([f/1]).
-spec f({1..3, 1..3} | {7..9, 7..9} | none) -> ok.
f({A, B}) when (A + B) rem 5 =:= 1, A < B -> error(found);
%%                                           ^^^^^^^^^^^^ crash: error:found, f({7, 9})
f({A, B}) when A + B =:= 10 -> error(never);
f(_) -> ok.
%%! stop: exhausted
%%! complete
