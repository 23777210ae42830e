%%! explore: same/2
%% What a list is compared with is computed from another part of the input.
-module(list_of_something_computed).
-export([same/2]).

-spec same(integer(), [integer()]) -> ok.
same(X, List) when List == [X + 1, X * 3], X > 50 -> error(same);
%%                                                   ^^^^^^^^^^^ crash: error:same, same(X, [_, _]) when X > 50
same(_, _) -> ok.

%%! stop: exhausted
%%! covers: all
