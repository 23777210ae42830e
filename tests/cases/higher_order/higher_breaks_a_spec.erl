%%! explore: f/1
%% What comes of a call by the input that breaks the spec of what it calls is not the program's fault.
-module(higher_breaks_a_spec).
-export([f/1]).

-spec f(fun((term()) -> ok)) -> ok.
f(Each) ->
    Each(fun take/1).

-spec take(pos_integer()) -> ok.
take(7) ->
    error(bug);
%%  ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
take(N) when N > 0 -> ok.
