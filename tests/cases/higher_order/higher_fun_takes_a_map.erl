%%! explore: f/1
%%! runs: 50
%% The reference is in a map.
-module(higher_fun_takes_a_map).
-export([f/1]).

-spec f(fun((#{token := reference(), n := integer()}) -> reference())) -> ok.
f(Answer) ->
    Token = make_ref(),
    case Answer(#{token => Token, n => 3}) of
        Token ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
