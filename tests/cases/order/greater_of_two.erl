%%! explore: greater/2
%% Of two equal numbers, `max` and `min` give the first.
-module(greater_of_two).
-export([greater/2]).

-spec greater(number(), number()) -> number().
greater(A, B) ->
    case {max(A, B), min(A, B)} of
        {A, A} when A =/= B -> error({twins, A, B});
%%                             ^^^^^^^^^^^^^^^^^^^^ crash: error:{twins, _, _}, greater(A, B) when A == B, A =/= B
        {Greatest, _} -> Greatest
    end.

%%! stop: exhausted
