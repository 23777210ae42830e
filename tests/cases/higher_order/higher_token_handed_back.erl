%%! explore: f/1
%%! runs: 50
%% Who gives out a reference and wants it back gets it.
-module(higher_token_handed_back).
-export([f/1]).

-spec f(fun((reference()) -> reference() | none)) -> ok.
f(F) ->
    Token = make_ref(),
    case F(Token) of
        Token ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
