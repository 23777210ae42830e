%%! explore: f/1
%%! schedules: 2000
-module(lock_opens_for_nobody).
-behaviour(gen_statem).
-export([f/1]).
-export([init/1, callback_mode/0, closed/3, open/3]).

%% Two people press the buttons of one lock at the same time: what both have pressed together may open it.
-spec f({1..9, 1..9}) -> ok.
f(Code) when Code =/= {1, 2}, Code =/= {2, 3}, Code =/= {3, 4} ->
    {ok, Lock} = gen_statem:start_link(?MODULE, Code, []),
    spawn(fun() -> press(Lock, [1, 2]) end),
    spawn(fun() -> press(Lock, [3, 4]) end),
    receive after 500 -> ok end,
    case gen_statem:call(Lock, state, infinity) of
        closed -> ok;
        open -> error(open)
%%              ^^^^^^^^^^^ crash: error:open, f({_, _})
    end;
f(_) -> ok.

press(Lock, Buttons) -> [gen_statem:cast(Lock, {button, Button}) || Button <- Buttons].

init(Code) -> {ok, closed, {Code, none}}.

callback_mode() -> state_functions.

closed(cast, {button, B}, {{A, B}, A} = Data) -> {next_state, open, Data};
closed(cast, {button, Button}, {Code, _}) -> {keep_state, {Code, Button}};
closed({call, From}, state, _) -> {keep_state_and_data, [{reply, From, closed}]}.

open(cast, _, _) -> keep_state_and_data;
open({call, From}, state, _) -> {keep_state_and_data, [{reply, From, open}]}.
