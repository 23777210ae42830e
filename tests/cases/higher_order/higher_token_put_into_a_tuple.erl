%%! explore: f/1
%%! runs: 50
%% The reference has to come back inside of something new.
-module(higher_token_put_into_a_tuple).
-export([f/1]).

-spec f(fun((reference()) -> {ok, reference()} | none)) -> ok.
f(Lend) ->
    Token = make_ref(),
    case Lend(Token) of
        {ok, Token} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
