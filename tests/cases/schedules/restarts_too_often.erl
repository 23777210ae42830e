%%! explore: f/1
%%! schedules: 2000
-module(restarts_too_often).
-behaviour(supervisor).
-export([f/1, init/1, start/0, work/0]).

%% A worker fails if it has nothing to work on yet. If that happens too often, its supervisor gives up.
-spec f(0..3) -> ok.
f(Most) ->
    process_flag(trap_exit, true),
    shop = ets:new(shop, [named_table, public]),
    spawn(fun() -> ets:insert(shop, {wood, 1}) end),
    {ok, Supervisor} = supervisor:start_link(?MODULE, Most),
    receive
        {'EXIT', Supervisor, _} -> error(gave_up)
%%                                 ^^^^^^^^^^^^^^ crash: error:gave_up, f(_)
    after 100 -> ok
    end.

init(Most) ->
    Worker = #{id => worker, start => {?MODULE, start, []}, restart => transient},
    {ok, {#{intensity => Most, period => 10}, [Worker]}}.

start() -> {ok, proc_lib:spawn_link(?MODULE, work, [])}.

work() ->
    case ets:lookup(shop, wood) of
        [_] -> ok;
        [] -> exit(no_wood)
    end.
