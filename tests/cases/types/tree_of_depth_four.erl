%%! explore: f/1
-module(tree_of_depth_four).
-export([f/1]).
-type tree() :: nil | {integer(), tree(), tree()}.
-spec f(tree()) -> ok.
f({1, _, {2, {3, nil, {4, nil, nil}}, _}}) -> error(found);
%%                                            ^^^^^^^^^^^^ crash: error:found, f({1, _, {2, {3, nil, {4, nil, nil}}, _}})
f(_) -> ok.
%%! stop: exhausted
%%! complete
%%! covers: all
