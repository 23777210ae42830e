%%! explore: f/1
%%! runs: 50
%% The process has to be there twice.
-module(higher_tokens_in_a_list).
-export([f/1]).

-spec f(fun((pid()) -> [pid()])) -> ok.
f(Members) ->
    Self = self(),
    case Members(Self) of
        [Self, Self] ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
