%%! explore: f/1
%%! runs: 50
%% A visitor is told how to go on.
-module(higher_visitor).
-export([f/1]).

-spec f(fun((integer(), fun((skip | down) -> integer())) -> integer())) -> integer().
f(Visit) ->
    Visit(1, fun(skip) -> 0;
                (down) ->
                     Visit(2, fun(down) ->
                                      error(bug);
%%                                    ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
                                 (skip) -> 1
                              end)
             end).
