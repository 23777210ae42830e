%%! explore: f/0
%%! schedules: 2000
-module(server_counts).
-behaviour(gen_server).
-export([f/0]).
-export([init/1, handle_call/3, handle_cast/2]).

%% Who lets the server count loses nothing.
-spec f() -> ok.
f() ->
    {ok, Server} = gen_server:start_link(?MODULE, 0, []),
    Me = self(),
    spawn(fun() -> gen_server:call(Server, add, infinity), Me ! added end),
    gen_server:call(Server, add, infinity),
    receive added -> ok end,
    2 = gen_server:call(Server, get, infinity),
    ok.

init(N) -> {ok, N}.

handle_call(add, _From, N) -> {reply, ok, N + 1};
handle_call(get, _From, N) -> {reply, N, N}.

handle_cast(_, N) -> {noreply, N}.
%%! verdict: no_crash_found
