%%! explore: api
%%! runs: 300
%%! verdict: no_crash_found
%% Only what was taken can be given back.
-module(worker_pool_right).
-behaviour(gen_server).
-export([start_link/1, take/1, give_back/2, stop/1]).
-export([init/1, handle_call/3, handle_cast/2]).

-spec start_link(1..16) -> {ok, pid()}.
start_link(Size) -> gen_server:start_link(?MODULE, Size, []).

-spec take(pid()) -> {ok, pos_integer()} | empty.
take(Pool) -> gen_server:call(Pool, take).

-spec give_back(pid(), pos_integer()) -> ok.
give_back(Pool, Worker) -> gen_server:cast(Pool, {give_back, Worker}).

-spec stop(pid()) -> ok.
stop(Pool) -> gen_server:stop(Pool).

init(Size) -> {ok, {lists:seq(1, Size), []}}.

handle_call(take, _From, {[], _} = State) ->
    {reply, empty, State};
handle_call(take, _From, {[Worker | Free], Taken}) ->
    false = lists:member(Worker, Taken),
    {reply, {ok, Worker}, {Free, [Worker | Taken]}}.

handle_cast({give_back, Worker}, {Free, Taken}) ->
    case lists:member(Worker, Taken) of
        true -> {noreply, {Free ++ [Worker], lists:delete(Worker, Taken)}};
        false -> {noreply, {Free, Taken}}
    end.
