%%! explore: f/1
%%! runs: 50
%% The fun must call twice, with different arguments.
-module(higher_two_calls).
-export([f/1]).

-spec f(fun((fun((integer()) -> integer())) -> ok)) -> ok.
f(F) ->
    put(last, 0),
    F(fun(X) ->
              Before = put(last, X),
              case {Before, X} of
                  {1, 7} ->
                      error(bug);
%%                    ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
                  _ -> X
              end
      end).
