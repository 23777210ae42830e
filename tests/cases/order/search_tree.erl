%%! explore: member/2
%% A binary search tree: the order of its keys decides where to go.
-module(search_tree).
-export([member/2]).

-type tree() :: leaf | {tree(), integer(), tree()}.

-spec member(integer(), tree()) -> boolean().
member(_, leaf) -> false;
member(Key, {Left, Node, _}) when Key < Node -> member(Key, Left);
member(Key, {_, Node, Right}) when Key > Node -> member(Key, Right);
member(Key, {leaf, Key, {_, Key, _}}) -> error({twice, Key});
%%                                       ^^^^^^^^^^^^^^^^^^^ crash: error:{twice, K}, member(K, _)
member(_, _) -> true.

%%! depth: 8
%%! covers: all
