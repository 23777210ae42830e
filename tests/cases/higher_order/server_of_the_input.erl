%%! explore: f/1
%%! runs: 400
%%! schedules: 20
%% How the server ends, and whether it answers, is up to the module. That it starts is not promised by its type.
-module(server_of_the_input).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    {ok, Pid} = gen_server:start(Module, [], []),
%%  ^ crash: error:{badmatch, _}, f(_)
    case gen_server:call(Pid, hello) of
        {answer, 42} -> error(bug);
%%                      ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
        _ -> ok
    end.
