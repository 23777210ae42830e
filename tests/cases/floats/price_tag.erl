%%! explore: tag/1
%% A price as it is printed, with two decimals: which float is that?
-module(price_tag).
-export([tag/1]).

-spec tag(float()) -> atom().
tag(Price) when Price > 10.0, Price < 100.0 ->
    case float_to_list(Price, [{decimals, 2}]) of
        "19.99" -> error(bargain);
%%                 ^^^^^^^^^^^^^^ crash: error:bargain, tag(Price) when Price >= 19.985, Price =< 19.995
        _ -> full
    end;
tag(_) -> other.

%%! runs: 5000
%%! covers: all
