%%! explore: f/2
%%! runs: 100
%% Module and name are both of the input.
-module(names_of_both).
-export([f/2]).

-spec f(module(), atom()) -> ok.
f(Module, Name) ->
    try Module:Name(3) of
        {answer, N} when N > 5 -> error(bug);
%%                                ^^^^^^^^^^ crash: error:bug, f(M, N) when is_atom(M), is_atom(N)
        _ -> ok
    catch
        _:_ -> ok
    end.
