%%! explore: f/1
%%! runs: 50
%% The same with a process.
-module(higher_pid_handed_back).
-export([f/1]).

-spec f(fun((pid()) -> pid() | none)) -> ok.
f(F) ->
    Self = self(),
    case F(Self) of
        Self ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
        _ -> ok
    end.
