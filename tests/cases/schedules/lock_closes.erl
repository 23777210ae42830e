%%! explore: f/0
%%! schedules: 1000
-module(lock_closes).
-behaviour(gen_statem).
-export([f/0]).
-export([init/1, callback_mode/0, locked/3, open/3]).

%% The lock may close again before anybody asks.
-spec f() -> ok.
f() ->
    {ok, Lock} = gen_statem:start_link(?MODULE, 2, []),
    gen_statem:cast(Lock, {button, 2}),
    case gen_statem:call(Lock, state, infinity) of
        open -> ok;
        locked -> error(locked)
%%                ^^^^^^^^^^^^^ crash: error:locked, f()
    end.

init(Code) -> {ok, locked, Code}.

callback_mode() -> state_functions.

locked(cast, {button, Code}, Code) -> {next_state, open, Code, [{state_timeout, 100, lock}]};
locked({call, From}, state, _) -> {keep_state_and_data, [{reply, From, locked}]}.

open(state_timeout, lock, Code) -> {next_state, locked, Code};
open({call, From}, state, _) -> {keep_state_and_data, [{reply, From, open}]}.
