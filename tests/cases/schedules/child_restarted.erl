%%! explore: f/0
%%! schedules: 1000
-module(child_restarted).
-behaviour(supervisor).
-export([f/0, init/1, start/0, work/0]).

%% Who asks a supervisor before it has heard of the end of a child gets the one that is gone.
-spec f() -> ok.
f() ->
    {ok, Supervisor} = supervisor:start_link(?MODULE, []),
    [{worker, First, worker, _}] = supervisor:which_children(Supervisor),
    First ! crash,
    [{worker, Second, worker, _}] = supervisor:which_children(Supervisor),
    Second ! {self(), hello},
    receive hello -> ok end.

init([]) -> {ok, {#{}, [#{id => worker, start => {?MODULE, start, []}}]}}.

start() -> {ok, proc_lib:spawn_link(?MODULE, work, [])}.

work() ->
    receive
        crash -> exit(crashed);
        {From, hello} -> From ! hello, work()
    end.
%%! deadlock: f()
