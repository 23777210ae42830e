%%! explore: bill/1
%% Records are tuples with a name; their fields come with types.
-module(records).
-export([bill/1]).

-record(item, {name :: atom(), price = 0 :: non_neg_integer(), amount = 1 :: integer()}).

-spec bill(#item{}) -> integer().
bill(#item{amount = 0}) -> 0;
bill(#item{name = gift, price = Price} = Item) when Price > 0 -> error({not_free, Item#item.price});
%%                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{not_free, _}, bill({item, gift, P, A}) when P > 0, A =/= 0
bill(#item{price = Price, amount = Amount}) when Amount > 0 -> Price * Amount;
bill(Item) -> error({negative, Item#item.amount}).
%%            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{negative, _}, bill({item, _, _, A}) when A < 0

%%! stop: exhausted
%%! complete
%%! covers: all
