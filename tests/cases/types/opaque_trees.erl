%%! explore: f/2
%%! depth: 30
-module(opaque_trees).
-export([f/2]).
-spec f(integer(), gb_trees:tree(integer(), a | b)) -> gb_trees:tree(integer(), a | b).
f(Key, Tree) ->
    case gb_trees:lookup(Key, Tree) of
        {value, b} -> error(found);
%%                    ^^^^^^^^^^^^ crash: error:found, f(_, _)
        {value, a} -> Tree;
        none -> Tree
    end.
