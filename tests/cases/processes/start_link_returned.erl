%%! explore: start/1
%% `init/1` says that it stops, and nobody looks at what `start_link` returns. The end of the server is that
%% of the caller all the same, and has no place of its own.
-module(start_link_returned).
-behaviour(gen_server).
-export([start/1, init/1, handle_call/3, handle_cast/2]).

-spec start(integer()) -> {ok, pid()} | {error, term()}.
start(Number) ->
    gen_server:start_link(?MODULE, Number, []).

init(Number) when Number > 1000 -> {stop, too_much};
init(Number) -> {ok, Number}.

handle_call(_, _, State) -> {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.

%%! crash by signal: exit:too_much, start(_)
