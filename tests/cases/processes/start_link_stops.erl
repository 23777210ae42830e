%%! explore: start/1
%% `init/1` says that it stops: `start_link` returns an error before the end of the server is noticed.
-module(start_link_stops).
-behaviour(gen_statem).
-export([start/1, init/1, callback_mode/0, handle_event/4]).

-spec start(integer()) -> {started, pid()}.
start(Number) ->
    {ok, Pid} = gen_statem:start_link(?MODULE, Number, []),
%%              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, {error, too_much}}, start(_)
    {started, Pid}.

init(Number) when Number > 1000 -> {stop, too_much};
init(Number) -> {ok, state, Number}.

callback_mode() -> handle_event_function.

handle_event(_, _, _, _) -> keep_state_and_data.
