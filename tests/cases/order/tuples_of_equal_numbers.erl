%%! explore: tuples/4
%% What is equal to one number is equal to the other, and so are the tuples around them.
-module(tuples_of_equal_numbers).
-export([tuples/4]).

-spec tuples(number(), number(), number(), atom()) -> atom().
tuples(A, B, C, D) when A == B, B == C ->
    case {A, D, [B]} == {C, D, [A]} of
        true -> equal;
        false -> error(never)
    end;
tuples(_, _, _, _) -> others.

%%! stop: exhausted
%%! verdict: proved
