%%! explore: f/0
%%! schedules: 1000
-module(borrower_dies).
-behaviour(gen_server).
-export([f/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

%% A pool that watches whom it lends to gets its worker back, however they end.
-spec f() -> worker.
f() ->
    {ok, Pool} = gen_server:start_link(?MODULE, [], []),
    spawn(fun() -> gen_server:call(Pool, checkout, infinity) end),
    gen_server:call(Pool, checkout, infinity).

init([]) -> {ok, {free, []}}.

handle_call(checkout, From, {free, []}) -> {reply, worker, {lent_to(From), []}};
handle_call(checkout, From, {Lent, Waiting}) -> {noreply, {Lent, Waiting ++ [From]}}.

handle_cast(_, State) -> {noreply, State}.

handle_info({'DOWN', Monitor, process, _, _}, {Monitor, []}) ->
    {noreply, {free, []}};
handle_info({'DOWN', Monitor, process, _, _}, {Monitor, [From | Waiting]}) ->
    gen_server:reply(From, worker),
    {noreply, {lent_to(From), Waiting}}.

lent_to({Pid, _}) -> monitor(process, Pid).
%%! orders: 3
%%! stop: exhausted
