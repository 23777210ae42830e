%%! explore: f/1
%%! runs: 600
%%! schedules: 5
%% Its children are the input's as well.
-module(supervisor_of_the_input).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    case supervisor:start_link(Module, []) of
        {ok, Pid} ->
            case supervisor:count_children(Pid) of
                [{specs, 1} | _] -> error(bug);
%%                                  ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
                _ -> ok
            end;
        _ -> ok
    end.
