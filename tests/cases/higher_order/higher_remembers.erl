%%! explore: f/1
%%! runs: 50
%% The fun that is returned remembers what the first was given.
-module(higher_remembers).
-export([f/1]).

-spec f(fun((reference()) -> fun((integer()) -> reference() | none))) -> ok.
f(F) ->
    Token = make_ref(),
    Get = F(Token),
    case Get(1) of
        Token ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
