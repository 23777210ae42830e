%% A gen_server: calls, casts, plain messages, replies given later, continue, time limits, stopping
%% for every reason, and what the caller sees when the server crashes.
-module(counter_server).
-behaviour(gen_server).
-export([main/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2, terminate/2]).

main() ->
    process_flag(trap_exit, true),
    Results = [{Name, Test()} || {Name, Test} <-
        [{life, fun life/0},
         {named, fun named/0},
         {start_failures, fun start_failures/0},
         {later_reply, fun later_reply/0},
         {continue, fun continue/0},
         {server_timeout, fun server_timeout/0},
         {call_timeout, fun call_timeout/0},
         {stop_reasons, fun stop_reasons/0},
         {crashes, fun crashes/0},
         {thrown_return, fun thrown_return/0},
         {asynchronous, fun asynchronous/0},
         {many_clients, fun many_clients/0},
         {terminate_called, fun terminate_called/0}]],
    process_flag(trap_exit, false),
    Results.

%% --- the server: its state is {Count, PidToTellAboutTermination | none} ---

init({fail, Reason}) -> {stop, Reason};
init({crash, Reason}) -> error(Reason);
init(ignore) -> ignore;
init({continue, N}) -> {ok, {N, none}, {continue, double}};
init({timeout, Limit, Pid}) -> {ok, {0, Pid}, Limit};
init({trap, Pid}) -> process_flag(trap_exit, true), {ok, {0, Pid}};
init(N) -> {ok, {N, none}}.

handle_call(get, _From, {N, _} = State) -> {reply, N, State};
handle_call({add, X}, _From, {N, Pid}) -> {reply, ok, {N + X, Pid}};
handle_call(never, _From, State) -> {noreply, State};
handle_call({later, Delay}, From, State) -> erlang:send_after(Delay, self(), {answer, From}),
    {noreply, State};
handle_call({stop, Reason}, _From, {N, _} = State) -> {stop, Reason, {stopped_at, N}, State};
handle_call({stop_silently, Reason}, _From, State) -> {stop, Reason, State};
handle_call({run, Fun}, _From, State) -> {reply, Fun(), State};
handle_call({continue, X}, _From, {N, Pid}) -> {reply, N, {N + X, Pid}, {continue, double}};
handle_call(bad_return, _From, _State) -> no_such_return.

handle_cast({add, X}, {N, Pid}) -> {noreply, {N + X, Pid}};
handle_cast({stop, Reason}, State) -> {stop, Reason, State}.

handle_info({answer, From}, {N, _} = State) -> gen_server:reply(From, {finally, N}), {noreply, State};
handle_info(timeout, {N, Pid}) -> Pid ! {timed_out, N}, {noreply, {N + 1, Pid}};
handle_info({add, X}, {N, Pid}) -> {noreply, {N + X, Pid}};
handle_info({'EXIT', _, Reason}, State) -> {stop, {linked, Reason}, State}.

handle_continue(double, {N, Pid}) -> {noreply, {2 * N, Pid}}.

terminate(Reason, {_, Pid}) when is_pid(Pid) -> Pid ! {terminated, short(Reason)};
terminate(_, _) -> ok.

%% --- the tests ---

start(Argument) -> {ok, Pid} = gen_server:start_link(?MODULE, Argument, []), Pid.

short({{Reason, [{M, _, _, _} | _]}, _}) when is_atom(M) -> {Reason, stack};
short({Reason, [{M, _, _, _} | _]}) when is_atom(M) -> {Reason, stack};
short(Reason) -> Reason.

exit_from(Pid) -> receive {'EXIT', Pid, Reason} -> short(Reason) after 60000 -> alive end.

try_call(Server, Request) -> try_call(Server, Request, 5000).
try_call(Server, Request, Limit) ->
    try gen_server:call(Server, Request, Limit) of Value -> {value, Value}
    catch exit:{Reason, {gen_server, call, [_ | Arguments]}} -> {exit, short(Reason), length(Arguments)}
    end.

life() ->
    Pid = start(10),
    A = gen_server:call(Pid, get),
    ok = gen_server:call(Pid, {add, 5}),
    ok = gen_server:cast(Pid, {add, 100}),
    Pid ! {add, 1000},
    B = gen_server:call(Pid, get),
    ok = gen_server:stop(Pid),
    {A, B, exit_from(Pid)}.

named() ->
    {ok, Pid} = gen_server:start_link({local, cs_named}, ?MODULE, 1, []),
    Again = gen_server:start_link({local, cs_named}, ?MODULE, 2, []),
    Value = gen_server:call(cs_named, get),
    ok = gen_server:cast(cs_named, {add, 1}),
    ok = gen_server:cast(cs_nobody, {add, 1}),
    New = gen_server:call({cs_named, node()}, get),
    ok = gen_server:stop(cs_named, shutdown, 1000),
    {Again =:= {error, {already_started, Pid}}, Value, New, exit_from(Pid), whereis(cs_named)}.

start_failures() ->
    [begin
         Result = gen_server:start_link(?MODULE, Argument, []),
         Signal = receive {'EXIT', _, Reason} -> short(Reason) after 500 -> none end,
         {case Result of {error, Error} -> {error, short(Error)}; Other -> Other end, Signal}
     end || Argument <- [ignore, {fail, no_luck}, {fail, normal}, {fail, {shutdown, x}}, {crash, oops}]].

later_reply() ->
    Pid = start(7),
    Value = gen_server:call(Pid, {later, 5}),
    gen_server:stop(Pid),
    {Value, exit_from(Pid)}.

continue() ->
    Pid = start({continue, 21}),
    A = gen_server:call(Pid, get),
    B = gen_server:call(Pid, {continue, 8}),
    C = gen_server:call(Pid, get),
    gen_server:stop(Pid),
    {A, B, C, exit_from(Pid)}.

server_timeout() ->
    Pid = start({timeout, 5, self()}),
    First = receive {timed_out, N} -> N after 60000 -> nothing end,
    Value = gen_server:call(Pid, get),
    gen_server:stop(Pid),
    {First, Value, exit_from(Pid), receive {terminated, Reason} -> Reason after 0 -> nothing end}.

call_timeout() ->
    Pid = start(0),
    Result = try_call(Pid, never, 5),
    Still = gen_server:call(Pid, get),
    gen_server:stop(Pid),
    {Result, Still, exit_from(Pid)}.

stop_reasons() ->
    [begin
         Pid = start(3),
         Result = try_call(Pid, Request),
         {Result, exit_from(Pid)}
     end || Request <- [{stop, normal}, {stop, shutdown}, {stop, {shutdown, x}}, {stop, bad_day},
                        {stop_silently, normal}, {stop_silently, bad_day}]].

crashes() ->
    [begin
         Pid = start(0),
         Result = try_call(Pid, Request),
         {Result, exit_from(Pid)}
     end || Request <- [{run, fun() -> error(in_server) end},
                        {run, fun() -> exit(in_server) end},
                        {run, fun() -> {ok, _} = lists:keyfind(key, 1, []) end},
                        bad_return,
                        unknown_request]].

%% What a callback throws counts as its return value.
thrown_return() ->
    Pid = start(0),
    Value = gen_server:call(Pid, {run, fun() -> throw({reply, thrown, {9, none}}) end}),
    State = gen_server:call(Pid, get),
    gen_server:stop(Pid),
    {Value, State, exit_from(Pid)}.

asynchronous() ->
    Pid = start(4),
    Requests = [gen_server:send_request(Pid, get) || _ <- [1, 2, 3]],
    Answers = [gen_server:receive_response(Request, 5000) || Request <- lists:reverse(Requests)],
    Waiting = gen_server:send_request(Pid, never),
    Timeout = gen_server:wait_response(Waiting, 5),
    gen_server:cast(Pid, {stop, normal}),
    exit_from(Pid),
    {error, {Reason, _}} = gen_server:receive_response(gen_server:send_request(Pid, get), 5000),
    {Answers, Timeout, Reason}.

many_clients() ->
    Pid = start(0),
    Monitors = [element(2, spawn_monitor(fun() ->
        [ok = gen_server:call(Pid, {add, N}) || _ <- lists:seq(1, 10)] end))
                || N <- lists:seq(1, 50)],
    Reasons = [receive {'DOWN', Monitor, _, _, Reason} -> Reason end || Monitor <- Monitors],
    Value = gen_server:call(Pid, get),
    gen_server:stop(Pid),
    {lists:usort(Reasons), Value, exit_from(Pid)}.

terminate_called() ->
    Told = fun() -> receive {terminated, Reason} -> Reason after 0 -> nothing end end,
    [begin
         Pid = start({trap, self()}),
         Stop(Pid),
         {exit_from(Pid), Told()}
     end || Stop <- [fun(Pid) -> gen_server:stop(Pid) end,
                     fun(Pid) -> gen_server:stop(Pid, {shutdown, now}, infinity) end,
                     fun(Pid) -> exit(Pid, from_parent) end,
                     fun(Pid) -> exit(Pid, kill) end,
                     fun(Pid) -> gen_server:cast(Pid, {stop, cast}) end,
                     fun(Pid) -> gen_server:cast(Pid, crash_please) end]].
