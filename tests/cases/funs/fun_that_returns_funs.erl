%%! explore: curried/1
%% A fun may return a fun, which may return something else.
-module(fun_that_returns_funs).
-export([curried/1]).

-spec curried(fun((atom()) -> fun((integer()) -> integer()))) -> integer().
curried(F) ->
    Add = F(add),
    Take = F(take),
    case {Add(1), Take(1)} of
        {2, 0} -> error(both);
%%                ^^^^^^^^^^^ crash: error:both, curried(F) when is_function(F, 1)
        {Sum, _} -> Sum
    end.

%%! stop: exhausted
%%! covers: all
