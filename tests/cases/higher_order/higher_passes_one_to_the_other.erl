%%! explore: f/1
%%! runs: 50
%% Of two funs one is passed to the other.
-module(higher_passes_one_to_the_other).
-export([f/1]).

-spec f(fun((fun((fun((integer()) -> integer())) -> integer()), fun((integer()) -> integer())) -> integer())) -> ok.
f(F) ->
    case F(fun(G) -> G(3) end, fun(X) -> put(given, X), X + 1 end) of
        _ ->
            case get(given) of
                3 ->
                    error(bug);
%%                  ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
                _ -> ok
            end
    end.
