%%! explore: depth/1
%% A fun with a name that calls itself on nested lists.
-module(recursive_fun).
-export([depth/1]).

depth(X) ->
    Depth = fun Loop([Head | _], N) when N < 3 -> Loop(Head, N + 1);
                Loop(stop, 2) -> error(stopped_at_two);
%%                               ^^^^^^^^^^^^^^^^^^^^^ crash: error:stopped_at_two, depth([[stop | _] | _])
                Loop(_, N) -> N
            end,
    Depth(X, 0).

%%! stop: exhausted
%%! complete
%%! covers: all
