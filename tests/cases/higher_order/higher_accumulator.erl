%%! explore: f/1
%%! runs: 50
%% A fold whose steps are funs.
-module(higher_accumulator).
-export([f/1]).

-spec f(fun((fun((integer()) -> integer()), integer()) -> integer())) -> ok.
f(Step) ->
    Steps = [fun(X) -> X + 1 end, fun(X) -> X * 2 end],
    case lists:foldl(Step, 3, Steps) of
        50 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
        _ -> ok
    end.
