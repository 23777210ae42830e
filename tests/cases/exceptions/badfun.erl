%%! explore: twice/1
%% Calling what is no fun, and a fun that wants arguments.
-module(badfun).
-export([twice/1]).
%%! seed: [a]

twice(F) ->
    X = F(),
%%      ^^^ crash: error:{badfun, X}, twice(X) when not is_function(X)
%%      ^^^ crash: error:{badarity, {X, []}}, twice(X) when is_function(X), not is_function(X, 0)
    {X, X}.

%%! stop: exhausted
%%! covers: all
