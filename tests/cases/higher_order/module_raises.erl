%%! explore: f/1
%% The program catches what the module raises.
-module(module_raises).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    try Module:run(1) of
        _ -> ok
    catch
        throw:{stop, N} when N > 5 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
        _:_ -> ok
    end.
