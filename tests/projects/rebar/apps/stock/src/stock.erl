-module(stock).
-export([take/2]).

-spec take(non_neg_integer(), non_neg_integer()) -> {ok, non_neg_integer()} | empty.
take(Wanted, There) when Wanted =< There -> {ok, There - Wanted};
take(_, _) -> empty.
