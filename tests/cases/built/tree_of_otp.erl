%%! explore: second/1
%% A tree of OTP, as gb_trees makes it: balanced, sorted, and as large as it says.
-module(tree_of_otp).
-export([second/1]).
%%! runs: 1500

-spec second(gb_trees:tree(integer(), atom())) -> atom().
second(Tree) ->
    case gb_trees:to_list(Tree) of
        [{K1, _}, {K2, _} | _] when K1 >= K2 -> error(not_sorted);
        [{1, first}, {2, _} | _] -> gb_trees:get(3, Tree);
        _ -> none
    end.
%%! crash in gb_trees: error:function_clause, second(_)
