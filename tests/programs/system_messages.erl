%% The module sys on a gen_server: state read and replaced, suspended and resumed, a hand-written
%% process that understands system messages too.
-module(system_messages).
-behaviour(gen_server).
-export([main/0]).
-export([init/1, handle_call/3, handle_cast/2]).
-export([system_continue/3, system_terminate/4, system_get_state/1, system_replace_state/2, special/1]).

main() ->
    process_flag(trap_exit, true),
    Results = [{Name, Test()} || {Name, Test} <-
        [{state, fun state/0}, {suspended, fun suspended/0}, {statistics, fun statistics/0},
         {special_process, fun special_process/0}, {terminate, fun terminate/0}]],
    process_flag(trap_exit, false),
    Results.

init(N) -> {ok, N}.
handle_call(next, _, N) -> {reply, N, N + 1}.
handle_cast(crash, _) -> error(crash).

start(N) -> {ok, Pid} = gen_server:start_link(?MODULE, N, []), Pid.
exit_from(Pid) -> receive {'EXIT', Pid, Reason} -> Reason after 60000 -> alive end.

state() ->
    Pid = start(1),
    A = sys:get_state(Pid),
    B = sys:replace_state(Pid, fun(N) -> N * 100 end),
    C = gen_server:call(Pid, next),
    D = try sys:replace_state(Pid, fun(_) -> error(no) end) catch error:{callback_failed, {M, F},
        {Class, Reason}} -> {M, F, Class, Reason} end,
    E = sys:get_state(Pid),
    gen_server:stop(Pid),
    {A, B, C, D, E, exit_from(Pid)}.

suspended() ->
    Pid = start(7),
    ok = sys:suspend(Pid),
    Request = gen_server:send_request(Pid, next),
    Early = gen_server:wait_response(Request, 5),
    {status, Pid, {module, Module}, [_Dictionary, Status, _Parent, _Debug, _Misc]} = sys:get_status(Pid),
    ok = sys:resume(Pid),
    Late = gen_server:wait_response(Request, 60000),
    gen_server:stop(Pid),
    {Early, Module, Status, Late, exit_from(Pid)}.

statistics() ->
    Pid = start(0),
    ok = sys:statistics(Pid, true),
    [gen_server:call(Pid, next) || _ <- lists:seq(1, 5)],
    {ok, Statistics} = sys:statistics(Pid, get),
    ok = sys:statistics(Pid, false),
    Off = sys:statistics(Pid, get),
    gen_server:stop(Pid),
    {[lists:keyfind(Key, 1, Statistics) || Key <- [messages_in, messages_out]], Off, exit_from(Pid)}.

special(Parent) ->
    proc_lib:init_ack({ok, self()}),
    special_loop(Parent, sys:debug_options([]), []).

special_loop(Parent, Debug, State) ->
    receive
        {system, From, Request} -> sys:handle_system_msg(Request, From, Parent, ?MODULE, Debug, State);
        {push, X} -> special_loop(Parent, Debug, [X | State])
    end.

system_continue(Parent, Debug, State) -> special_loop(Parent, Debug, State).
system_terminate(Reason, _Parent, _Debug, State) -> exit({terminated, Reason, State}).
system_get_state(State) -> {ok, State}.
system_replace_state(Fun, State) -> New = Fun(State), {ok, New, New}.

special_process() ->
    {ok, Pid} = proc_lib:start_link(?MODULE, special, [self()]),
    Pid ! {push, 1}, Pid ! {push, 2},
    A = sys:get_state(Pid),
    B = sys:replace_state(Pid, fun lists:reverse/1),
    ok = sys:suspend(Pid),
    Pid ! {push, 3},
    C = sys:get_state(Pid),
    ok = sys:resume(Pid),
    D = sys:get_state(Pid),
    ok = sys:terminate(Pid, enough),
    {A, B, C, D, exit_from(Pid)}.

terminate() ->
    Pid = start(1),
    ok = sys:terminate(Pid, {shutdown, now}),
    exit_from(Pid).
