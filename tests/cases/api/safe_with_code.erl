%%! explore: api
%%! runs: 1000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =< 4
%% To lock it twice with the same code makes it forget the code.
-module(safe_with_code).
-behaviour(gen_statem).
-export([start_link/0, lock/2, unlock/2]).
-export([init/1, callback_mode/0, handle_event/4]).

-spec start_link() -> {ok, pid()}.
start_link() -> gen_statem:start_link(?MODULE, none, []).

-spec lock(pid(), 1000..9999) -> ok.
lock(Safe, Code) -> gen_statem:call(Safe, {lock, Code}).

-spec unlock(pid(), 1000..9999) -> ok | wrong.
unlock(Safe, Code) -> gen_statem:call(Safe, {unlock, Code}).

callback_mode() -> handle_event_function.

init(none) -> {ok, open, none}.

handle_event({call, From}, {lock, Code}, open, _) ->
    {next_state, locked, Code, [{reply, From, ok}]};
handle_event({call, From}, {lock, Code}, locked, Code) ->
    {keep_state, none, [{reply, From, ok}]};
handle_event({call, From}, {lock, _}, locked, _) ->
    {keep_state_and_data, [{reply, From, ok}]};
handle_event({call, From}, {unlock, Code}, locked, Code) ->
    {next_state, open, none, [{reply, From, ok}]};
handle_event({call, From}, {unlock, _}, locked, Code) when is_integer(Code) ->
    {keep_state_and_data, [{reply, From, wrong}]};
handle_event({call, From}, {unlock, _}, open, _) ->
    {keep_state_and_data, [{reply, From, ok}]}.
