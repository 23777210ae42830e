%%! explore: first/1
%% Tests of types are followed when they are funs, too.
-module(type_test_as_fun).
-export([first/1]).

-spec first([term()]) -> term().
first(Terms) ->
    case lists:filter(fun erlang:is_float/1, Terms) of
        [Float | _] when Float > 3.0 -> error({float, Float});
%%                                      ^^^^^^^^^^^^^^^^^^^^^ crash: error:{float, _}, first([F | _]) when is_float(F)
        _ -> ok
    end.

%%! runs: 300
