%%! explore: format_status/1
%% Callbacks that need not be there are types as well. The map that gen_server passes may have keys that
%% the function does not ask for; a list is never passed.
-module(optional_callback).
-behavior(gen_server).
-export([init/1, handle_call/3, handle_cast/2, format_status/1]).

init(State) -> {ok, State}.

handle_call(_, _, State) -> {noreply, State}.

handle_cast(_, State) -> {noreply, State}.

format_status(#{state := secret} = Status) -> Status#{state := hidden};
format_status(#{reason := {left, N}}) when N > 7 -> error(left);
%%                                                  ^^^^^^^^^^^ crash: error:left, format_status(#{reason := {left, _}})
format_status(#{} = Status) -> Status.
%%! verdict: crash
