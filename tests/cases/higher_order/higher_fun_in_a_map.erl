%%! explore: f/1
%%! runs: 50
%% The fun to call is the value of a key.
-module(higher_fun_in_a_map).
-export([f/1]).

-spec f(fun((#{get := fun((atom()) -> integer())}) -> integer())) -> integer().
f(F) ->
    F(#{get => fun(missing) ->
                       error(bug);
%%                     ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
                  (_) -> 1
               end}).
