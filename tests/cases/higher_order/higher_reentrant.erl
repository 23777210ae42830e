%%! explore: f/1
%%! runs: 50
%% The fun is called again while it runs.
-module(higher_reentrant).
-export([f/1]).

-spec f(fun((fun((integer()) -> integer()) | integer()) -> integer())) -> ok.
f(F) ->
    Inner = fun(X) -> F(X) + 1 end,
    case F(Inner) of
        42 ->
            case get(depth) of
                undefined -> ok
            end,
            case F(5) of
                41 ->
                    error(bug);
%%                  ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
                _ -> ok
            end;
        _ -> ok
    end.
