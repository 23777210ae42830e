%%! explore: handle_call/3
%% The limit comes from init, the jobs from calls.
-module(queue_in_a_server).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2]).
-record(state, {limit, jobs = []}).
%%! runs: 6000

init(Limit) when is_integer(Limit), Limit > 1 -> {ok, #state{limit = Limit}}.

handle_call({add, Job}, _From, State = #state{jobs = Jobs, limit = Limit}) when length(Jobs) < Limit ->
    {reply, ok, State#state{jobs = [Job | Jobs]}};
handle_call(next, _From, State = #state{jobs = [Job | Jobs]}) ->
    {reply, {ok, Job}, State#state{jobs = Jobs}};
handle_call(room, _From, State = #state{jobs = Jobs, limit = Limit}) ->
    {reply, 100 div (Limit - length(Jobs)), State};
%%              ^^^ crash: error:badarith, handle_call(room, _, _)
handle_call(_, _From, State) ->
    {reply, {error, refused}, State}.

handle_cast(_, State) -> {noreply, State}.
