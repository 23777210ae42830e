%%! explore: f/1
%%! runs: 100
%%! schedules: 20
%% The program's own behaviour. All that it insists on is there, and keeps to its types.
-module(behaviour_in_a_process).
-export([f/1]).

-callback init(integer()) -> {ok, pos_integer()}.
-callback work(integer(), integer()) -> integer().

-spec f(module()) -> integer().
f(Module) ->
    {ok, State} = Module:init(3),
%%                ^^^^^^^^^^^ crash: error:undef, f(_)
    Me = self(),
    Child = spawn_link(fun() -> Me ! {self(), Module:work(100 div State, 5)} end),
    receive
        {Child, 77} -> error(bug);
%%                     ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
        {Child, N} -> N
    end.
