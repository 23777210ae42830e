%%! explore: handle_event/2
%% A handler of events that has seen two of them.
-module(built_event_handler).
-behaviour(gen_event).
-export([init/1, handle_event/2, handle_call/2]).
%%! runs: 4000

init(_) -> {ok, []}.

handle_event({seen, X}, [X, X | _]) -> error(three_times);
%%                                     ^^^^^^^^^^^^^^^^^^ crash: error:three_times, handle_event(_, _)
handle_event({seen, X}, Seen) -> {ok, [X | Seen]};
handle_event(_, Seen) -> {ok, Seen}.

handle_call(_, Seen) -> {ok, length(Seen), Seen}.
