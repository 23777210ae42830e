%%! explore: price/2
%% Two answers and the question make a number together.
-module(number_computed_from_answers).
-export([price/2]).

-spec price(fun((integer()) -> integer()), integer()) -> integer().
price(Rate, Amount) when Amount > 100 ->
    case Rate(Amount) + 2 * Rate(Amount + 1) - Amount of
        1000 -> error(thousand);
%%              ^^^^^^^^^^^^^^^ crash: error:thousand, price(_, N) when N > 100
        Price -> Price
    end;
price(_, _) -> 0.

%%! stop: exhausted
%%! covers: all
