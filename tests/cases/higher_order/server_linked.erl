%%! explore: f/1
%%! runs: 400
%%! schedules: 20
%% It takes the program down when it ends, which is not the fault of the program.
-module(server_linked).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    case gen_server:start_link(Module, [], []) of
        {ok, Pid} ->
            case gen_server:call(Pid, hello) of
                {answer, 42} -> error(bug);
%%                              ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
                _ -> ok
            end;
        _ -> ok
    end.
