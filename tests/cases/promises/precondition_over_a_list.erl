%%! explore: f/1
%%! depth: 20
-module(precondition_over_a_list).
-export([f/1]).
-ermine({pre, f/1, is_sorted/1}).
-spec f([integer()]) -> ok.
f([A, B, C | _]) when A > C; A > B -> error(never);
f([A, _, C | _]) when C =:= A + 10 -> error(found);
%%                                    ^^^^^^^^^^^^ crash: error:found, f([A, B, C | _]) when A =< B, B =< C, C =:= A + 10
f(_) -> ok.
is_sorted([A | [B | _] = Rest]) when A =< B -> is_sorted(Rest);
is_sorted([_]) -> true;
is_sorted([]) -> true.
