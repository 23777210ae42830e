%%! explore: api
%%! runs: 6000
%% Two heaps with the same least element become one, and the element is there once.
-module(pairing_heap).
-export([new/0, insert/2, pop/1]).
-export_type([heap/0]).

-type tree() :: leaf | {integer(), [tree()]}.
-record(heap, {size = 0 :: non_neg_integer(), tree = leaf :: tree()}).
-opaque heap() :: #heap{}.

-spec new() -> heap().
new() -> #heap{}.

-spec insert(integer(), heap()) -> heap().
insert(Key, #heap{size = Size, tree = Tree}) ->
    #heap{size = Size + 1, tree = merge({Key, []}, Tree)}.

-spec pop(heap()) -> {integer(), heap()} | empty.
pop(#heap{size = 0}) ->
    empty;
pop(#heap{size = Size, tree = Tree}) ->
    {Least, Trees} = Tree,
%%  ^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, leaf}, api(Calls) when length(Calls) =< 5
    {Least, #heap{size = Size - 1, tree = pairs(Trees)}}.

merge(leaf, Tree) -> Tree;
merge(Tree, leaf) -> Tree;
merge({Key, Left}, {Key, Right}) -> {Key, Left ++ Right};
merge({Key, Trees}, {Other, _} = Tree) when Key < Other -> {Key, [Tree | Trees]};
merge(Tree, {Key, Trees}) -> {Key, [Tree | Trees]}.

pairs([]) -> leaf;
pairs([Tree]) -> Tree;
pairs([One, Two | Trees]) -> merge(merge(One, Two), pairs(Trees)).
