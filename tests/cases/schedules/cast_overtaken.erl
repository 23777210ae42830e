%%! explore: f/0
%%! schedules: 2000
-module(cast_overtaken).
-behaviour(gen_server).
-export([f/0]).
-export([init/1, handle_call/3, handle_cast/2]).

%% A call through another process may come before a cast that was sent earlier.
-spec f() -> ok.
f() ->
    {ok, Server} = gen_server:start_link(?MODULE, none, []),
    gen_server:cast(Server, {set, some}),
    Me = self(),
    spawn(fun() -> Me ! {got, gen_server:call(Server, get, infinity)} end),
    receive
        {got, some} -> ok;
        {got, none} -> error(overtaken)
%%                     ^^^^^^^^^^^^^^^^ crash: error:overtaken, f()
    end.

init(Value) -> {ok, Value}.

handle_call(get, _From, Value) -> {reply, Value, Value}.

handle_cast({set, Value}, _) -> {noreply, Value}.
