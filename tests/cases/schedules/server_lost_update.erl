%%! explore: f/0
%%! schedules: 2000
-module(server_lost_update).
-behaviour(gen_server).
-export([f/0]).
-export([init/1, handle_call/3, handle_cast/2]).

%% Two clients read and write a number that a server keeps.
-spec f() -> ok.
f() ->
    {ok, Server} = gen_server:start_link(?MODULE, 0, []),
    Me = self(),
    Add = fun() ->
        N = gen_server:call(Server, get, infinity),
        gen_server:cast(Server, {set, N + 1}),
        Me ! added
    end,
    spawn(Add),
    spawn(Add),
    receive added -> ok end,
    receive added -> ok end,
    case gen_server:call(Server, get, infinity) of
        2 -> ok;
        N -> error({lost, N})
%%           ^^^^^^^^^^^^^^^^ crash: error:{lost, _}, f()
    end.

init(N) -> {ok, N}.

handle_call(get, _From, N) -> {reply, N, N}.

handle_cast({set, N}, _) -> {noreply, N}.
