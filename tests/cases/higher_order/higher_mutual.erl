%%! explore: f/2
%%! runs: 50
%% One fun of the input is given to the other.
-module(higher_mutual).
-export([f/2]).

-spec f(fun((fun((integer()) -> integer())) -> integer()), fun((integer()) -> integer())) -> ok.
f(F, G) ->
    case {F(G), G(1)} of
        {7, 8} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F, G) when is_function(F, 1), is_function(G, 1)
        _ -> ok
    end.
