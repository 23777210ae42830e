%%! explore: shipping/2
%% An `if` that forgets a case of two variables.
-module(if_clause).
-export([shipping/2]).

-spec shipping(0..100, boolean()) -> integer().
shipping(Weight, IsExpress) ->
    if
%%  ^^ crash: error:if_clause, shipping(W, false) when W >= 50
        IsExpress -> 20;
        Weight < 50 -> 5
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
