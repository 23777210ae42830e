%%! explore: f/1
%%! runs: 50
%% The reference is inside of what the fun is given.
-module(higher_token_in_a_tuple).
-export([f/1]).

-spec f(fun(({lease, reference(), integer()}) -> reference() | none)) -> ok.
f(F) ->
    Lease = make_ref(),
    case F({lease, Lease, 30}) of
        Lease ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
