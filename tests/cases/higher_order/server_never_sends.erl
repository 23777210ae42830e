%%! explore: f/1
%%! runs: 200
%%! schedules: 5
%% What the program waits for no module of the input sends.
-module(server_never_sends).
-export([f/1]).

-spec f(module()) -> ok.
f(Module) ->
    case gen_server:start(Module, [], []) of
        {ok, Pid} ->
            gen_server:cast(Pid, {self(), go}),
            receive done -> ok end;
        _ -> ok
    end.

%%! verdict: no_crash_found
