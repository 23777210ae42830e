%%! explore: api
%%! runs: 4000
%% Several coupons together can make a hundred per cent.
-module(shopping_cart).
-export([new/0, add/3, coupon/2, price_before/1, total/1]).
-export_type([cart/0]).

-record(cart, {sum = 0 :: non_neg_integer(), off = 0 :: 0..100, coupons = 0 :: 0..3}).
-opaque cart() :: #cart{}.

-spec new() -> cart().
new() -> #cart{}.

-spec add(1..50, pos_integer(), cart()) -> cart().
add(Count, Price, #cart{sum = Sum} = Cart) -> Cart#cart{sum = Sum + Count * Price}.

-spec coupon(1..60, cart()) -> cart() | {error, too_many}.
coupon(Percent, #cart{off = Off, coupons = Coupons} = Cart) when Coupons < 3, Off + Percent =< 100 ->
    Cart#cart{off = Off + Percent, coupons = Coupons + 1};
coupon(_, _) ->
    {error, too_many}.

-spec total(cart()) -> non_neg_integer().
total(#cart{sum = Sum, off = Off}) -> Sum * (100 - Off) div 100.

%% What it would have cost.
-spec price_before(cart()) -> non_neg_integer().
price_before(#cart{off = Off} = Cart) ->
    total(Cart) * 100 div (100 - Off).
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, api(Calls) when length(Calls) =< 4
