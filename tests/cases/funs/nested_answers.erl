%%! explore: twice/3
%% What a fun returns is what it is called with next.
-module(nested_answers).
-export([twice/3]).

-spec twice(fun((integer()) -> integer()), integer(), integer()) -> ok.
twice(F, X, Y) ->
    case {F(F(X)), F(F(Y))} of
        {42, 17} -> error(found);
%%                  ^^^^^^^^^^^^ crash: error:found, twice(F, _, _) when is_function(F, 1)
        _ -> ok
    end.

%%! stop: exhausted
%%! covers: all
