%% What OTP's own processes and built-ins answer: environments of applications, the logger, local calls
%% through rpc, process groups, requests to spawn, suspending, dates, variables of the environment.
-module(otp_services).
-export([main/0, waiting/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{environment, fun environment/0},
         {logging, fun logging/0},
         {local_calls, fun local_calls/0},
         {process_groups, fun process_groups/0},
         {spawn_requests, fun spawn_requests/0},
         {suspending, fun suspending/0},
         {places, fun places/0},
         {process_flags, fun process_flags/0},
         {dates, fun dates/0},
         {time_units, fun time_units/0},
         {unique_integers, fun unique_integers/0},
         {variables, fun variables/0},
         {code, fun code/0},
         {nodes, fun nodes_known/0},
         {collecting, fun collecting/0},
         {device, fun device/0},
         {evaluated_receive, fun evaluated_receive/0}]].

waiting() -> receive stop -> ok end.

%% The value, or the exception with the first frame of its trace.
result(Fun) ->
    try Fun()
    catch Class:Reason:Stack ->
            {Module, Function, Arguments, Info} = hd(Stack),
            Arity = if is_list(Arguments) -> length(Arguments); true -> Arguments end,
            {Class, Reason, {Module, Function, Arity}, proplists:get_value(error_info, Info)}
    end.

results(Funs) -> [result(Fun) || Fun <- Funs].

identity(X) -> X.

environment() ->
    Before = application:get_env(otp_services, key),
    ok = application:set_env(otp_services, key, {a, "value"}),
    ok = application:set_env([{otp_services, [{other, 1}]}]),
    After = {application:get_env(otp_services, key), application:get_env(otp_services, other, default),
             lists:sort(application:get_all_env(otp_services))},
    ok = application:unset_env(otp_services, key),
    {Before, After, application:get_env(otp_services, key, default), application:get_application(),
     application:get_key(otp_services, vsn)}.

logging() ->
    [logger:error("~p", [1]), logger:info(#{report => 1}), logger:notice("text"),
     logger:log(warning, fun(X) -> {"~p", [X]} end, 1), error_logger:info_msg("~p", [1]),
     error_logger:error_report([{a, 1}]), logger:allow(debug, ?MODULE)].

local_calls() ->
    [rpc:call(node(), lists, seq, [1, 3]), element(1, rpc:call(node(), erlang, error, [oops])),
     erpc:call(node(), fun() -> done end), result(fun() -> erpc:call(node(), erlang, throw, [ball]) end),
     rpc:multicall([node()], erlang, abs, [-1])].

process_groups() ->
    {ok, Scope} = pg:start_link(otp_services),
    ok = pg:join(otp_services, group, [self(), self()]),
    Members = pg:get_members(otp_services, group) =:= [self(), self()],
    ok = pg:leave(otp_services, group, self()),
    Left = length(pg:get_local_members(otp_services, group)),
    unlink(Scope),
    exit(Scope, kill),
    {Members, Left, pg:get_members(otp_services, nobody)}.

spawn_requests() ->
    Reply = fun(Options) ->
                    Request = spawn_request(fun() -> ok end, Options),
                    receive
                        {spawn_reply, Request, ok, Pid} -> {ok, is_pid(Pid)};
                        {spawn_reply, Request, error, Why} -> {error, Why};
                        {tagged, Request, What, _} -> {tagged, What}
                    after 10 -> nothing
                    end
            end,
    Monitored = spawn_request(?MODULE, waiting, [], [monitor]),
    Down = receive
               {spawn_reply, Monitored, ok, Pid} ->
                   Pid ! stop,
                   receive {'DOWN', Monitored, process, Pid, Why} -> Why end
           end,
    {[Reply(Options) || Options <- [[], [bad], [{reply, no}], [{reply, error_only}], [bad, {reply, success_only}],
                                    [{reply_tag, tagged}], [{reply, sometimes}]]],
     Down, results([fun() -> spawn_request(identity(1), []) end,
                    fun() -> spawn_request(fun() -> ok end, identity(none)) end,
                    fun() -> erlang:spawn_request_abandon(make_ref()) end])}.

suspending() ->
    Self = self(),
    Pid = spawn(fun() -> receive go -> Self ! went end end),
    true = erlang:suspend_process(Pid),
    true = erlang:suspend_process(Pid),
    Pid ! go,
    Quiet = receive went -> too_early after 5 -> quiet end,
    Status = process_info(Pid, status),
    Suspending = [Times || {_, Times, _} <- element(2, process_info(self(), suspending))],
    true = erlang:resume_process(Pid),
    Still = receive went -> too_early after 5 -> quiet end,
    true = erlang:resume_process(Pid),
    Went = receive went -> went end,
    {Quiet, Status, Suspending, Still, Went,
     results([fun() -> erlang:suspend_process(self()) end, fun() -> erlang:resume_process(Pid) end])}.

%% Where a process is, and how it got there.
places() ->
    Pid = spawn(?MODULE, waiting, []),
    until_waiting(Pid),
    Waiting = process_info(Pid, [current_function, current_location, current_stacktrace]),
    {current_function, Own} = process_info(self(), current_function),
    {current_stacktrace, [{_, Top, _, _} | _]} = process_info(self(), current_stacktrace),
    Pid ! stop,
    {[{Item, without_file(Place)} || {Item, Place} <- Waiting], Own, Top}.

until_waiting(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> receive after 1 -> until_waiting(Pid) end
    end.

without_file(Frames) when is_list(Frames) -> [without_file(Frame) || Frame <- Frames];
without_file({Module, Function, Arity, Info}) -> {Module, Function, Arity, lists:keydelete(file, 1, Info)};
without_file(Place) -> Place.

process_flags() ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        exit([result(fun() -> process_flag(Flag, Value) end) || {Flag, Value} <-
            [{trap_exit, true}, {trap_exit, maybe_so}, {priority, high}, {priority, urgent},
             {min_heap_size, 1000}, {min_heap_size, -1}, {min_heap_size, 10},
             {max_heap_size, 10000000}, {max_heap_size, #{kill => false}}, {max_heap_size, 0},
             {max_heap_size, none}, {message_queue_data, off_heap}, {message_queue_data, somewhere},
             {save_calls, 5}, {save_calls, 0}, {sensitive, true}, {sensitive, 1}, {fullsweep_after, 3},
             {fullsweep_after, 4}, {error_handler, other}, {error_handler, error_handler},
             {no_such_flag, 1}]])
    end),
    receive {'DOWN', Monitor, process, Pid, Result} -> Result end.

dates() ->
    Dates = [{{2020, 2, 29}, {23, 59, 59}}, {{2021, 2, 29}, {0, 0, 0}}, {{1970, 1, 1}, {0, 0, 0}},
             {{1960, 5, 31}, {1, 2, 3}}, {{2100, 12, 31}, {24, 0, 0}}, {{1600, 1, 1}, {0, 0, 0}}, not_a_date],
    {[result(fun() -> erlang:universaltime_to_posixtime(Date) end) || Date <- Dates],
     [result(fun() -> erlang:posixtime_to_universaltime(Seconds) end)
      || Seconds <- [0, -1, 951782399, 951782400, 1 bsl 31, 1 bsl 40, -(1 bsl 34), -(1 bsl 40), 1 bsl 70, x]],
     calendar:datetime_to_gregorian_seconds({erlang:date(), erlang:time()}) > 63000000000}.

time_units() ->
    [result(fun() -> is_integer(erlang:monotonic_time(Unit)) end)
     || Unit <- [second, millisecond, microsecond, nanosecond, native, perf_counter, 7, 1 bsl 70, 0, -1, hour]]
        ++ [erlang:monotonic_time() < 0, erlang:system_time() =:= erlang:system_time(native)
            orelse is_integer(erlang:system_time()),
            erlang:convert_time_unit(1, second, native), erlang:time_offset(second) > 0].

unique_integers() ->
    [A, B, C] = [erlang:unique_integer([monotonic]) || _ <- [1, 2, 3]],
    {A < B, B < C, erlang:unique_integer([positive]) > 0,
     erlang:unique_integer([positive, monotonic]) > 0, erlang:unique_integer() < 0,
     results([fun() -> erlang:unique_integer(identity([other])) end])}.

variables() ->
    Name = "OTP_SERVICES",
    [os:getenv(Name), os:getenv(Name, "default"), os:putenv(Name, "välue"), os:getenv(Name),
     os:unsetenv(Name), os:getenv(Name)]
        ++ results([fun() -> os:getenv(identity(name)) end, fun() -> os:getenv("A=B") end,
                    fun() -> os:putenv("A", identity(1)) end, fun() -> os:getenv([0]) end]).

code() ->
    [code:ensure_loaded(lists), code:ensure_loaded(no_such_module), code:is_loaded(no_such_module),
     code:which(no_such_module), code:which(erlang), code:module_status(lists), code:get_mode(),
     code:is_sticky(lists), filename:basename(code:which(lists)), is_list(code:lib_dir(stdlib)),
     code:lib_dir(no_such_application), code:priv_dir(no_such_application),
     erlang:module_loaded(lists), erlang:function_exported(lists, map, 2), erlang:check_old_code(lists),
     erlang:check_process_code(self(), lists), init:get_argument(no_such_flag), init:get_plain_arguments(),
     lists:sort(erlang:pre_loaded()), os:type(), erlang:system_info(wordsize), erlang:system_info(endian),
     erlang:system_info(otp_release), erlang:system_info(version)].

nodes_known() ->
    [nodes(), nodes(this), nodes([this, connected]), nodes(known), is_alive(), erlang:get_cookie(), net_adm:ping(a@b),
     net_adm:ping(node()), erlang:disconnect_node(a@b), net_kernel:monitor_nodes(true)]
        ++ results([fun() -> nodes(identity(other)) end, fun() -> monitor_node(a@b, true) end,
                    fun() -> monitor_node(node(), true) end]).

collecting() ->
    Pid = spawn(?MODULE, waiting, []),
    Results = [erlang:garbage_collect(), erlang:garbage_collect(Pid), erlang:garbage_collect(Pid, [{async, request}]),
               receive {garbage_collect, request, Answer} -> Answer after 1000 -> nothing end]
        ++ results([fun() -> erlang:garbage_collect(identity(x)) end,
                    fun() -> erlang:garbage_collect(self(), identity([x])) end,
                    fun() -> erlang:bump_reductions(identity(-1)) end]),
    Pid ! stop,
    Results.

device() ->
    io:put_chars("put\n"),
    io:put_chars(<<"åäö\n"/utf8>>),
    io:format("~s ~w ~ts~n", ["format", {1, "x"}, [1024]]),
    io:nl(),
    [io:get_line("> "), io:get_chars("> ", 3), io:read("> "), io:fread("> ", "~d"), io:columns(), io:rows(),
     io:request(group_leader(), {requests, [{put_chars, unicode, "a"}, {put_chars, latin1, "b\n"}]}),
     io:request(group_leader(), {put_chars, unicode, not_characters}),
     io:request(group_leader(), no_such_request),
     element(1, result(fun() -> io:format(identity("~q"), [1]) end)),
     element(2, result(fun() -> io:format(identity("~p"), []) end)),
     element(2, result(fun() -> io:format(no_such_device, "x", []) end))].

%% A receive that is interpreted by OTP itself.
evaluated_receive() ->
    {ok, Tokens, _} = erl_scan:string("receive {b, X} when X > 1 -> X after 5 -> nothing end."),
    {ok, Expressions} = erl_parse:parse_exprs(Tokens),
    [self() ! Message || Message <- [a, {b, 1}, {b, 2}]],
    {value, First, _} = erl_eval:exprs(Expressions, []),
    {value, Second, _} = erl_eval:exprs(Expressions, []),
    {First, Second, [receive Message -> Message end || _ <- [1, 2]]}.
