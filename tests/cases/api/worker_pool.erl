%%! explore: api
%%! runs: 4000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =< 4
%% A worker may be given back that was not taken.
-module(worker_pool).
-behaviour(gen_server).
-export([start_link/1, take/1, give_back/2]).
-export([init/1, handle_call/3, handle_cast/2]).

-spec start_link(1..16) -> {ok, pid()}.
start_link(Size) -> gen_server:start_link(?MODULE, Size, []).

-spec take(pid()) -> {ok, pos_integer()} | empty.
take(Pool) -> gen_server:call(Pool, take).

-spec give_back(pid(), pos_integer()) -> ok.
give_back(Pool, Worker) -> gen_server:cast(Pool, {give_back, Worker}).

init(Size) -> {ok, {Size, lists:seq(1, Size), []}}.

handle_call(take, _From, {_, [], _} = State) ->
    {reply, empty, State};
handle_call(take, _From, {Size, [Worker | Free], Taken}) ->
    false = lists:member(Worker, Taken),
    {reply, {ok, Worker}, {Size, Free, [Worker | Taken]}}.

handle_cast({give_back, Worker}, {Size, Free, Taken}) when Worker =< Size ->
    {noreply, {Size, Free ++ [Worker], lists:delete(Worker, Taken)}};
handle_cast({give_back, _}, State) ->
    {noreply, State}.
