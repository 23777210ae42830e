%%! explore: compare/2
%% A variable that occurs twice in a pattern means equality of parts of the input.
-module(repeated_variable).
-export([compare/2]).

compare(Same, Same) -> equal;
compare({X, Y}, {Y, X}) -> error({mirrored, X, Y});
%%                         ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{mirrored, _, _}, compare({X, Y}, {Y, X}) when X =/= Y
compare([Head | _], [Head | _]) -> same_head;
compare(_, _) -> different.

%%! stop: exhausted
%%! covers: all
