%%! explore: handle_call/3
%% Three increments, and a request that divides by what is left of three.
-module(built_counter_server).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2]).
%%! runs: 8000

init(_) -> {ok, 0}.

handle_call({share, X}, _From, Count) when is_integer(X) ->
    Count > 3 andalso error(too_many),
    {reply, X div (Count - 3), Count};
%%            ^^^ crash: error:badarith, handle_call(_, _, _)
handle_call(_, _From, Count) ->
    {reply, Count, Count}.

handle_cast(increment, Count) when Count < 3 -> {noreply, Count + 1};
handle_cast(_, Count) -> {noreply, Count}.
