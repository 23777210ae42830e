%%! explore: handle_info/2
%% The state is what the callbacks make it: never more than the limit.
-module(server_that_is_right).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).
%%! runs: 1500

init(_) -> {ok, {2, []}}.

handle_call({push, X}, _From, {Limit, Kept}) when length(Kept) < Limit ->
    {reply, ok, {Limit, [X | Kept]}};
handle_call(_, _From, State) ->
    {reply, full, State}.

handle_cast(_, State) -> {noreply, State}.

handle_info(check, {Limit, Kept}) when length(Kept) > Limit -> error(impossible);
handle_info(_, State) -> {noreply, State}.
%%! verdict: no_crash_found
