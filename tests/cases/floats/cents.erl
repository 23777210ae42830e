%%! explore: price/1
%% A price in cents, cut off.
-module(cents).
-export([price/1]).

-spec price(float()) -> atom().
price(Amount) when Amount > 0.0, Amount < 1.0e6 ->
    case trunc(Amount * 100) of
        1999 -> error(bargain);
%%              ^^^^^^^^^^^^^^ crash: error:bargain, price(A) when A >= 19.989, A < 20.0
        _ -> full
    end;
price(_) -> none.
