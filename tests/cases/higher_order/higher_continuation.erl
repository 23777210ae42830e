%%! explore: f/1
%%! runs: 50
%% A continuation must be called with what comes next.
-module(higher_continuation).
-export([f/1]).

-spec f(fun((integer(), fun((integer()) -> integer())) -> integer())) -> integer().
f(F) ->
    F(1, fun(X) when X > 10 ->
                 F(X, fun(Y) when Y =:= X + 1 ->
                              error(bug);
%%                            ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
                         (Y) -> Y
                      end);
            (X) -> X
         end).
