%% What does an order cost? Two bugs hide in here, each behind an input that nobody typed in while
%% trying it out: see total/2 and shipping/1.
-module(shop).
-export([total/2, shipping/1]).
-export_type([item/0, discount/0]).

-type cents() :: non_neg_integer().
-type item() :: {Product :: atom(), Quantity :: non_neg_integer(), Price :: cents()}.
-type discount() :: none | {percent, 0..100} | {share, cents()}.

%% The price of all items, less the discount. `{share, Cents}` takes the same amount off every
%% piece of the order.
-spec total([item()], discount()) -> integer().
total(Items, Discount) ->
    Sum = lists:sum([Quantity * Price || {_, Quantity, Price} <- Items]),
    Sum - reduction(Discount, Sum, pieces(Items)).

-spec reduction(discount(), cents(), non_neg_integer()) -> cents().
reduction(none, _Sum, _Pieces) ->
    0;
reduction({percent, Percent}, Sum, _Pieces) ->
    Sum * Percent div 100;
reduction({share, Cents}, _Sum, Pieces) ->
    %% An order may have no pieces at all.
    Pieces * (Cents div Pieces).

-spec pieces([item()]) -> non_neg_integer().
pieces(Items) ->
    lists:foldl(fun({_, Quantity, _}, Pieces) -> Pieces + Quantity end, 0, Items).

%% What a parcel of this weight (in grams) costs to send.
-spec shipping(pos_integer()) -> cents().
shipping(Weight) ->
    %% Nothing fits above the last limit.
    [{_, Price} | _] = [Band || {Limit, _} = Band <- bands(), Weight =< Limit],
    Price.

-spec bands() -> [{Limit :: pos_integer(), cents()}].
bands() ->
    [{500, 150}, {2_000, 390}, {10_000, 790}, {31_500, 1690}].
