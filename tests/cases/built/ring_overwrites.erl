%%! explore: oldest/1
%% A ring of three: the fourth element overwrites the first, and the place to read from is not moved.
-module(ring_overwrites).
-export([new/1, put/2, oldest/1]).
-export_type([ring/0]).
-opaque ring() :: {pos_integer(), non_neg_integer(), [integer()]}.
%%! runs: 4000

-spec new(pos_integer()) -> ring().
new(Size) when Size =< 3 -> {Size, 0, []}.

-spec put(integer(), ring()) -> ring().
put(X, {Size, Count, Kept}) -> {Size, Count + 1, lists:sublist([X | Kept], Size)}.

-spec oldest(ring()) -> integer().
oldest({_, 0, []}) -> 0;
oldest({_, Count, Kept}) -> lists:nth(Count, Kept).
%%! crash in lists: error:function_clause, oldest(_)
