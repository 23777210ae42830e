%%! explore: handle_call/3
%% No -spec: the callback of gen_server says what it is called with, and what it may return. So nobody
%% tries a caller that is no pair of a pid and a tag. The limit of ten comes from init/1.
-module(callback_of_gen_server).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2]).
%%! runs: 2000

init(Limit) -> {ok, Limit}.

handle_call(limit, {Pid, _Tag}, Limit) when is_pid(Pid) -> {reply, Limit, Limit};
handle_call({divide, N}, {_Pid, _Tag}, 10) when is_integer(N) -> {reply, 10 div N, 10};
%%                                                                       ^^^^^^^^ crash: error:badarith, handle_call({divide, 0}, _, _)
handle_call(stop, _From, Limit) -> {stop, Limit};
handle_call(_, {_, _}, Limit) -> {noreply, Limit}.

handle_cast(_, Limit) -> {noreply, Limit}.

%%! spec violation: handle_call(stop, _, _)
%%! verdict: crash
