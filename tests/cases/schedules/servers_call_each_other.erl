%%! explore: f/0
%%! schedules: 2000
-module(servers_call_each_other).
-behaviour(gen_server).
-export([f/0]).
-export([init/1, handle_call/3, handle_cast/2]).

-spec f() -> ok.
f() ->
    {ok, One} = gen_server:start_link(?MODULE, [], []),
    {ok, Two} = gen_server:start_link(?MODULE, [], []),
    Me = self(),
    spawn(fun() -> gen_server:call(One, {ask, Two}, infinity), Me ! done end),
    gen_server:call(Two, {ask, One}, infinity),
    receive done -> ok end.

init([]) -> {ok, []}.

handle_call({ask, Other}, _From, State) -> {reply, gen_server:call(Other, plain, infinity), State};
handle_call(plain, _From, State) -> {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
%%! deadlock: f()
