%%! explore: f/1
%%! runs: 400
%%! schedules: 5
%% A state machine of either kind.
-module(statem_of_the_input).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    {ok, Pid} = gen_statem:start(Module, [], []),
%%  ^ crash: error:{badmatch, _}, f(_)
    case gen_statem:call(Pid, hello) of
        {answer, 42} -> error(bug);
%%                      ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
        _ -> ok
    end.
