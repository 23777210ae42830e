%%! explore: ask/1
%% A fun tells a pid from another fun, though it can name neither.
-module(unspeakable_question).
-export([ask/1]).

-spec ask(fun((term()) -> integer())) -> ok.
ask(F) ->
    case {F(self()), F(fun() -> ok end), F(here)} of
        {3, 3, 4} -> error(found);
%%                   ^^^^^^^^^^^^ crash: error:found, ask(F) when is_function(F, 1)
        {3, 4, _} -> error(never);
%%                   ^^^^^^^^^^^^ crash: error:never, ask(F) when is_function(F, 1)
        _ -> ok
    end.

%%! stop: exhausted
