%%! explore: check/1
%% A recursive type unfolds as far as the program looks.
-module(tree_depth).
-export([check/1]).

-type tree() :: leaf | {node, tree(), tree()}.

-spec check(tree()) -> ok.
check(Tree) ->
    case depth(Tree) of
        3 -> error(too_deep);
%%           ^^^^^^^^^^^^^^^ crash: error:too_deep, check({node, _, _})
        _ -> ok
    end.

depth(leaf) -> 0;
depth({node, Left, Right}) -> 1 + max(depth(Left), depth(Right)).

%%! depth: 14
%%! covers: all
