%%! explore: f/1
%%! runs: 20
%% What is in the key of a map cannot be bound, so the fun cannot hand it back: nor does one that returns a made-up
%% reference.
-module(higher_token_in_a_key).
-export([f/1]).

-spec f(fun((#{reference() => integer()}) -> reference() | none)) -> ok.
f(F) ->
    Token = make_ref(),
    case F(#{Token => 1}) of
        Token -> error(bug);
        _ -> ok
    end.

%%! verdict: no_crash_found
