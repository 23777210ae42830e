%%! explore: ask/1
%% The fun must answer two questions differently.
-module(two_answers).
-export([ask/1]).

-spec ask(fun((integer()) -> atom())) -> ok.
ask(F) ->
    case {F(1), F(2)} of
        {yes, no} -> error(found);
%%                   ^^^^^^^^^^^^ crash: error:found, ask(F) when is_function(F, 1)
        _ -> ok
    end.

%%! stop: exhausted
%%! covers: all
