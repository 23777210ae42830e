%% A library that the project depends on: it is called, and not tested. It has a bug of its own.
-module(prices).
-export([of_item/1, share/2]).

-spec of_item(pen | book) -> pos_integer().
of_item(pen) -> 2;
of_item(book) -> 10.

-spec share(integer(), integer()) -> integer().
share(Price, People) -> Price div People.
