%%! explore: start/1
%% `init/1` of a server that the function starts crashes: the place is there. Who calls it goes down with the
%% server, unless he traps exits.
-module(start_link_init_crashes).
-behaviour(gen_server).
-export([start/1, init/1, handle_call/3, handle_cast/2]).

-spec start(integer()) -> {ok, pid()} | {error, term()}.
start(Number) ->
    gen_server:start_link(?MODULE, Number, []).

init(Number) ->
    {ok, 100 div (Number - 7)}.
%%       ^^^^^^^^^^^^^^^^^^^^ crash: exit:{badarith, _}, start(7)

handle_call(_, _, State) -> {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
