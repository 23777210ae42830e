%%! explore: first/1
%% Which of two references is the smaller one is nobody's to know.
-module(order_of_references).
-export([first/1]).

-spec first(boolean()) -> boolean().
first(Swap) ->
    One = make_ref(),
    Two = make_ref(),
    case lists:sort([One, Two]) of
        [One, Two] -> Swap;
        [Two, One] -> error(swapped)
    end.

%%! stop: exhausted
%%! verdict: no_crash_found
