%%! explore: f/1
%%! runs: 400
%%! schedules: 5
%% It remembers what it was told.
-module(server_asked_twice).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    case gen_server:start(Module, 3, []) of
        {ok, Pid} ->
            First = gen_server:call(Pid, get),
            ok = gen_server:cast(Pid, next),
            case gen_server:call(Pid, get) of
                Second when is_integer(First), Second =:= First + 1 -> error(bug);
%%                                                                     ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
                _ -> ok
            end;
        _ -> ok
    end.
