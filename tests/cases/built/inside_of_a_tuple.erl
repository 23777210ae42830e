%%! explore: total/2
%% Opaque values in a tuple and in a list.
-module(inside_of_a_tuple).
-export([new/1, total/2]).
-export_type([purse/0]).
-opaque purse() :: {purse, non_neg_integer()}.
%%! runs: 3000

-spec new(non_neg_integer()) -> purse().
new(Cents) when Cents > 10 -> {purse, Cents}.

-spec total({owner, purse()}, [purse()]) -> integer().
total({owner, {purse, Own}}, Others) ->
    Cents = [Each || {purse, Each} <- Others],
    Own > 10 orelse error(too_little),
    100 div (lists:sum(Cents) - Own).
%%      ^^^ crash: error:badarith, total({owner, _}, _)
