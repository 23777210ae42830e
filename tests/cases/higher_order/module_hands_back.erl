%%! explore: f/1
%% The reference has to come back.
-module(module_hands_back).
-export([f/1]).

-callback take(reference()) -> reference() | none.

-spec f(module()) -> ok.
f(Module) ->
    Token = make_ref(),
    case Module:take(Token) of
%%       ^^^^^^^^^^^ crash: error:undef, f(_)
        Token ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
        _ -> ok
    end.
