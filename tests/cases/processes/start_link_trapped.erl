%%! explore: start/1
%% Who traps exits is told by a result and a message. What is wrong is what he makes of it.
-module(start_link_trapped).
-behaviour(gen_server).
-export([start/1, init/1, handle_call/3, handle_cast/2]).

-spec start(integer()) -> ok.
start(Number) ->
    process_flag(trap_exit, true),
    {ok, _} = gen_server:start_link(?MODULE, Number, []),
%%            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, {error, {badarith, _}}}, start(7)
    ok.

init(Number) ->
    {ok, 100 div (Number - 7)}.

handle_call(_, _, State) -> {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
