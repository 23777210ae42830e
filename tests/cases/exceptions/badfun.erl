%%! explore: twice/1
%% Calling what is no fun.
-module(badfun).
-export([twice/1]).

twice(F) ->
    X = F(),
%%      ^^^ crash: error:{badfun, X}, twice(X) when not is_function(X)
    {X, X}.

%%! seed: [a]
