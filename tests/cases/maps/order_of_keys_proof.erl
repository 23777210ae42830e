%%! explore: first/1
%% The keys of a small map come in their order.
-module(order_of_keys_proof).
-export([first/1]).

-spec first(#{1..3 => atom()}) -> term().
first(Map) ->
    case maps:keys(Map) of
        [A, B | _] when A > B -> error({order, A, B});
        [1, 3, 2] -> error(order);
        Keys -> length(Keys)
    end.

%%! verdict: proved
