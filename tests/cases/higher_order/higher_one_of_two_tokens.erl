%%! explore: f/1
%%! runs: 50
%% Of two references the second is wanted.
-module(higher_one_of_two_tokens).
-export([f/1]).

-spec f(fun((reference(), reference()) -> reference() | none)) -> ok.
f(F) ->
    {First, Second} = {make_ref(), make_ref()},
    case F(First, Second) of
        Second ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
        First -> ok;
        _ -> ok
    end.
