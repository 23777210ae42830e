%%! explore: f/1
%% The reference has to come back deep inside of something new.
-module(higher_token_deep_inside).
-export([f/1]).

-spec f(fun((reference()) -> term())) -> ok.
f(Lend) ->
    Token = make_ref(),
    case Lend(Token) of
        {x, [{Token, 5}, y], #{}} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
