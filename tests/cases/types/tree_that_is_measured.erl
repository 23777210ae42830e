%%! explore: f/1
%%! depth: 30
%%! runs: 3000
-module(tree_that_is_measured).
-export([f/1]).
-type tree() :: nil | {integer(), tree(), tree()}.
-spec f(tree()) -> ok.
f(Tree) ->
    case depth(Tree) of
        4 -> error(deep);
%%           ^^^^^^^^^^^ crash: error:deep, f({_, _, _})
        _ -> ok
    end.
depth(nil) -> 0;
depth({_, Left, Right}) -> 1 + max(depth(Left), depth(Right)).
%%! stop: runs
