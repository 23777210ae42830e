%%! explore: f/1
%%! runs: 50
%% What is done after an exception of the input is the program's own.
-module(higher_cleaned_up).
-export([f/1]).

-spec f(fun((integer()) -> integer())) -> integer().
f(F) ->
    put(open, true),
    try
        Result = F(1),
        put(open, false),
        Result
    after
        case get(open) of
            true ->
                error(bug);
%%              ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
            false -> ok
        end
    end.
