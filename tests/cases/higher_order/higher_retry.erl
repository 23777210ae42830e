%%! explore: f/1
%%! runs: 50
%% The first attempt fails, the second comes to something.
-module(higher_retry).
-export([f/1]).

-spec f(fun((integer()) -> integer())) -> integer() | none.
f(F) -> retry(F, 0).

retry(_, 3) -> none;
retry(F, N) ->
    try F(N) of
        99 when N > 0 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        Value -> Value
    catch
        throw:again -> retry(F, N + 1)
    end.
