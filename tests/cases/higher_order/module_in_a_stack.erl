%%! explore: f/1
%%! runs: 50
%% The name of a made-up module is made of what its functions do: none of them can look for it in what it is given.
-module(module_in_a_stack).
-export([f/1]).

-callback run(integer()) -> integer().
-callback failed(term()) -> retry | stop.

-spec f(module()) -> ok.
f(Module) ->
    try Module:run(1) of
        _ -> ok
    catch
        error:undef:Stack ->
            case Module:failed({Stack, Module}) of
%%               ^^^^^^^^^^^^^ crash: error:undef, f(_)
                stop ->
                    error(bug);
%%                  ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
                retry -> ok
            end
    end.
