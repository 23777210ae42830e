%%! explore: api
%%! runs: 16000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =:= 4
%% An account with debts cannot be closed.
-module(ledger_server).
-behaviour(gen_server).
-export([start_link/1, deposit/3, withdraw/3, close/2, balance/2, stop/1]).
-export([init/1, handle_call/3, handle_cast/2]).
-spec start_link(non_neg_integer()) -> {ok, pid()}.
start_link(Limit) -> gen_server:start_link(ledger_server, Limit, []).
-spec deposit(pid(), atom(), pos_integer()) -> ok.
deposit(S, Who, N) -> gen_server:call(S, {deposit, Who, N}).
-spec withdraw(pid(), atom(), pos_integer()) -> ok | {error, _}.
withdraw(S, Who, N) -> gen_server:call(S, {withdraw, Who, N}).
-spec close(pid(), atom()) -> ok.
close(S, Who) -> gen_server:cast(S, {close, Who}).
-spec balance(pid(), atom()) -> integer() | unknown.
balance(S, Who) -> gen_server:call(S, {balance, Who}).
-spec stop(pid()) -> ok.
stop(S) -> gen_server:stop(S).
init(Limit) -> {ok, {Limit, #{}}}.
handle_call({deposit, Who, N}, _, {L, M}) -> {reply, ok, {L, M#{Who => maps:get(Who, M, 0) + N}}};
handle_call({withdraw, Who, N}, _, {L, M}) ->
    case M of
        #{Who := B} when B + L >= N -> {reply, ok, {L, M#{Who := B - N}}};
        #{Who := _} -> {reply, {error, funds}, {L, M}};
        #{} -> {reply, {error, unknown}, {L, M}}
    end;
handle_call({balance, Who}, _, {_, M} = S) -> {reply, maps:get(Who, M, unknown), S}.
handle_cast({close, Who}, {L, M}) ->
    case maps:take(Who, M) of
        {B, M1} when B >= 0 -> {noreply, {L, M1}};
        error -> {noreply, {L, M}}
    end.
