%%! explore: f/1
%%! runs: 50
%% An iterator returns an element and the fun for the rest.
-module(higher_iterator).
-export([f/1]).

-type next() :: fun(() -> done | {integer(), next()}).
-spec f(next()) -> ok.
f(Next) ->
    case Next() of
        {1, More} ->
            case More() of
                {2, _} ->
                    error(bug);
%%                  ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 0)
                _ -> ok
            end;
        _ -> ok
    end.
