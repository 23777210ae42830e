%%! explore: ask/2
%% What a fun is asked may hold maps, which are no patterns.
-module(map_as_question).
-export([ask/2]).

-spec ask(fun((map()) -> atom()), integer()) -> ok.
ask(F, N) ->
    case {F(#{}), F(#{n => N}), F(#{n => N, m => [N]})} of
        {none, one, two} -> error(found);
%%                          ^^^^^^^^^^^^ crash: error:found, ask(F, _) when is_function(F, 1)
        _ -> ok
    end.

%%! stop: exhausted
%%! covers: all
