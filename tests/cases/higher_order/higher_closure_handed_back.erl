%%! explore: f/1
%%! runs: 50
%% The fun returns the very fun that it was given.
-module(higher_closure_handed_back).
-export([f/1]).

-spec f(fun((fun(() -> atom())) -> fun(() -> atom()))) -> ok.
f(F) ->
    G = F(fun() -> secret_of_mine end),
    case G() of
        secret_of_mine ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
