%%! explore: api
%%! runs: 300
%%! verdict: no_crash_found
%% The size that is counted is the size of the tree.
-module(skew_heap_right).
-export([new/0, insert/2, pop/1]).
-export_type([heap/0]).

-type tree() :: leaf | {integer(), tree(), tree()}.
-opaque heap() :: {non_neg_integer(), tree()}.

-spec new() -> heap().
new() -> {0, leaf}.

-spec insert(integer(), heap()) -> heap().
insert(Key, {Size, Tree}) -> {Size + 1, merge({Key, leaf, leaf}, Tree)}.

-spec pop(heap()) -> {integer(), heap()} | empty.
pop({0, leaf}) -> empty;
pop({Size, {Key, Left, Right}}) -> {Key, {Size - 1, merge(Left, Right)}}.

merge(leaf, Tree) -> Tree;
merge(Tree, leaf) -> Tree;
merge({Key, Left, Right}, {Other, _, _} = Tree) when Key =< Other -> {Key, merge(Right, Tree), Left};
merge(Tree, {Key, Left, Right}) -> {Key, merge(Right, Tree), Left}.
