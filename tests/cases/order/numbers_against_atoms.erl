%%! explore: limit/2
%% `infinity` is greater than any number, because it is an atom.
-module(numbers_against_atoms).
-export([limit/2]).

-spec limit(integer() | infinity, integer()) -> atom().
limit(Max, Value) when Value > Max -> too_large;
limit(Max, Value) when Max > 1000000 ->
    case Max of
        infinity -> unlimited;
        _ -> error({suspicious, Max, Value})
%%           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{suspicious, _, _}, limit(M, V) when is_integer(M), M > 1000000, V =< M
    end;
limit(_, _) -> fine.

%%! stop: exhausted
%%! covers: all
