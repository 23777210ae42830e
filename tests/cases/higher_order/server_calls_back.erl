%%! explore: f/1
%%! runs: 400
%%! schedules: 5
%% What the server calls is the program's own, and so is what it raises.
-module(server_calls_back).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    case gen_server:start(Module, [], []) of
        {ok, Pid} ->
            gen_server:cast(Pid, fun(X) when is_integer(X) -> 10 div (X - 7); (_) -> 0 end),
%%                                                            ^^^^^^^^^^^^^^ crash: exit:{badarith, _}, f(M) when is_atom(M)
            ok;
        _ -> ok
    end.
