%%! explore: f/1
%% An optional callback, which is asked for before it is called.
-module(module_may_have_it).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    case erlang:function_exported(Module, extra, 1) of
        true ->
            case Module:extra(5) of
                6 -> error(bug);
%%                   ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
                _ -> ok
            end;
        false -> ok
    end.
