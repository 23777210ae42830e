%%! explore: f/2
%%! runs: 50
%% What the fun returns must depend on what it gets back.
-module(higher_answer_depends_on_the_result).
-export([f/2]).

-spec f(fun((fun((integer()) -> integer())) -> integer()), integer()) -> ok.
f(F, N) ->
    case F(fun(X) -> X * 3 + N end) of
        N when N > 5 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F, _) when is_function(F, 1)
        _ -> ok
    end.
