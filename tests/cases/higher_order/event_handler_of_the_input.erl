%%! explore: f/1
%%! runs: 400
%%! schedules: 5
%% A handler that fails is taken out by its manager.
-module(event_handler_of_the_input).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    {ok, Pid} = gen_event:start(),
    case gen_event:add_handler(Pid, Module, []) of
        ok ->
            case gen_event:call(Pid, Module, hello) of
                {answer, 42} -> error(bug);
%%                              ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
                _ -> ok
            end;
        _ -> ok
    end.
