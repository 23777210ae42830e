%%! explore: f/1
%%! runs: 50
%% `catch` turns an exception into a value.
-module(higher_caught_the_old_way).
-export([f/1]).

-spec f(fun(() -> ok)) -> ok.
f(F) ->
    case catch F() of
        {'EXIT', going} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 0)
        _ -> ok
    end.
