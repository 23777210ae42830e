-module(orders).
-export([left/2, each/2]).

%% Of another application of the project.
-spec left(0..100, 0..100) -> non_neg_integer().
left(Wanted, There) ->
    {ok, Left} = stock:take(Wanted, There),
    Left.

%% Of an application that the project depends on.
-spec each(pen | book, 0..10) -> integer().
each(Item, People) ->
    prices:share(prices:of_item(Item), People).
