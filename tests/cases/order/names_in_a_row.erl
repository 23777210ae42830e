%%! explore: f/3
%% Names have an order, and there are no circles in it: what needs one is refuted, and not left open.
-module(names_in_a_row).
-export([f/3]).

-spec f(atom(), atom(), atom()) -> ok.
f(A, B, C) when A < B, B < C, C =< A -> error(circle);
f(A, B, _) when A =< B, B =< A, A /= B -> error(two_in_one_place);
f(A, B, C) when A == B, B == C, C /= A -> error(not_equal_after_all);
f(A, B, C) when A > B, B > C, B =/= m -> error(backwards);
%%                                       ^^^^^^^^^^^^^^^^ crash: error:backwards, f(_, _, _)
f(_, _, _) -> ok.
%%! stop: exhausted
%%! complete
