%%! explore: f/1
%% The reference has to be passed inside of something new.
-module(higher_token_passed_inside).
-export([f/1]).

-spec f(fun((reference(), fun((term()) -> ok)) -> ok)) -> ok.
f(Lend) ->
    Token = make_ref(),
    Lend(Token, fun({back, [Reference]}) when Reference =:= Token -> error(bug);
%%                                                                   ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
                   (_) -> ok
                end).
