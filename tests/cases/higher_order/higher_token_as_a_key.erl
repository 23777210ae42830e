%%! explore: f/1
%%! runs: 20
%% What the fun was given is a key in what it returns.
-module(higher_token_as_a_key).
-export([f/1]).

-spec f(fun((reference()) -> #{reference() => integer()})) -> ok.
f(F) ->
    Token = make_ref(),
    case F(Token) of
        #{Token := 7} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
