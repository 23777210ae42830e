%%! explore: check/1
%% The result of a recursive function is looked at when it returns.
-module(accumulator).
-export([check/1]).

-spec check([boolean()]) -> integer().
check(Flags) ->
    case count(Flags, 0) of
        3 -> error(three_are_set);
%%           ^^^^^^^^^^^^^^^^^^^^ crash: error:three_are_set, check([true, true, true])
        N -> N
    end.

count([true | Rest], N) -> count(Rest, N + 1);
count([false | Rest], N) -> count(Rest, N);
count([], N) -> N.

%%! depth: 9
%%! covers: all
