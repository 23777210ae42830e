%%! explore: compare/2
%% What is neither less nor greater need not be the same: 1 and 1.0.
-module(neither_less_nor_greater).
-export([compare/2]).

-spec compare(number(), number()) -> less | greater | same.
compare(X, X) -> same;
compare(X, Y) when X < Y -> less;
compare(X, Y) when X > Y -> greater;
compare(X, _) -> error({equal, X}).
%%               ^^^^^^^^^^^^^^^^^ crash: error:{equal, _}, compare(X, Y) when X == Y

%%! stop: exhausted
%%! covers: all
