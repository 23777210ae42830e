%%! explore: price/1
%% No element of the table is below 3, and none is 5.
-module(table_proof).
-export([price/1]).

-spec price(1..6) -> ok.
price(Size) ->
    case element(Size, {3, 4, 6, 7, 11, free}) of
        Price when is_integer(Price), Price < 3 -> error(cheap);
        5 -> error(odd);
        none -> error(none);
        _ -> ok
    end.

%%! verdict: proved
