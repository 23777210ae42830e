%%! explore: f/1
%%! runs: 400
%%! schedules: 5
%% What the program makes of the end of a server is its own.
-module(server_stops).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    case gen_server:start(Module, [], []) of
        {ok, Pid} ->
            try gen_server:call(Pid, hello) of
                _ -> ok
            catch
                exit:{{shutdown, N}, _} when N > 5 -> error(bug);
%%                                                    ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
                exit:_ -> ok
            end;
        _ -> ok
    end.
