%%! explore: api
%%! runs: 4000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =< 3
%% Nobody thought of a coin when it is open already.
-module(turnstile).
-behaviour(gen_statem).
-export([start_link/1, coin/2, push/1]).
-export([init/1, callback_mode/0, locked/3, open/3]).

-spec start_link(1..1000) -> {ok, pid()}.
start_link(Price) -> gen_statem:start_link(?MODULE, Price, []).

-spec coin(pid(), pos_integer()) -> ok.
coin(Turnstile, Value) -> gen_statem:cast(Turnstile, {coin, Value}).

-spec push(pid()) -> passed | locked.
push(Turnstile) -> gen_statem:call(Turnstile, push).

callback_mode() -> state_functions.

init(Price) -> {ok, locked, {Price, 0}}.

locked(cast, {coin, Value}, {Price, Paid}) when Paid + Value >= Price -> {next_state, open, {Price, 0}};
locked(cast, {coin, Value}, {Price, Paid}) -> {keep_state, {Price, Paid + Value}};
locked({call, From}, push, _) -> {keep_state_and_data, [{reply, From, locked}]}.

open({call, From}, push, Data) -> {next_state, locked, Data, [{reply, From, passed}]}.
