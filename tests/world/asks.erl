% Every function here asks for something that its arguments do not say. None may be called proved.
-module(asks).
-compile([export_all, nowarn_export_all]).

-spec getenv() -> ok. 
getenv() -> case os:getenv("HOME") of false -> ok; _ -> error(set) end.

-spec env() -> ok.
env() -> case os:env() of [] -> ok; _ -> error(set) end.

-spec get_cwd() -> ok.
get_cwd() -> {ok, "/"} = file:get_cwd(), ok.

-spec processes() -> ok.
processes() -> true = length(erlang:processes()) < 10, ok.

-spec registered() -> ok.
registered() -> false = lists:member(init, erlang:registered()), ok.

-spec whereis() -> ok.
whereis() -> undefined = erlang:whereis(init), ok.

-spec ports() -> ok.
ports() -> [] = erlang:ports(), ok.

-spec nodes() -> ok.
nodes() -> [] = erlang:nodes(), ok.

-spec node() -> ok.
node() -> nonode@nohost = erlang:node(), ok.

-spec is_alive() -> ok.
is_alive() -> false = erlang:is_alive(), ok.

-spec system_info() -> ok.
system_info() -> 1 = erlang:system_info(schedulers), ok.

-spec statistics() -> ok.
statistics() -> {_, _} = erlang:statistics(reductions), 0 = erlang:statistics(run_queue), ok.

-spec application_env() -> ok.
application_env() -> undefined = application:get_env(kernel, logger_level), ok.

-spec persistent() -> ok.
persistent() -> none = persistent_term:get({logger_config, '$primary_config$'}, none), ok.

-spec ets_whereis() -> ok.
ets_whereis() -> undefined = ets:whereis(global_names), ok.

-spec ets_info() -> ok.
ets_info() -> undefined = ets:info(logger), ok.

-spec ets_all() -> ok.
ets_all() -> true = length(ets:all()) < 3, ok.

-spec dictionary() -> ok.
dictionary() -> undefined = get(a), ok.

-spec dictionary_put() -> ok.
dictionary_put() -> undefined = put(a, 1), ok.

-spec dictionary_all() -> ok.
dictionary_all() -> [] = get(), ok.

-spec mailbox() -> ok.
mailbox() -> receive _ -> error(mail) after 0 -> ok end.

-spec all_loaded() -> ok.
all_loaded() -> false = lists:keymember(stdlib, 1, code:all_loaded()), ok.

-spec module_loaded() -> ok.
module_loaded() -> case erlang:module_loaded(dbg) of true -> error(loaded); false -> ok end.

-spec hash_of_reference() -> ok.
hash_of_reference() -> case erlang:phash2(make_ref(), 2) of 0 -> ok; 1 -> ok end.

-spec hash_of_pid() -> ok.
hash_of_pid() -> true = erlang:phash2(self()) >= 0, ok.

-spec compare_references() -> ok.
compare_references() -> A = make_ref(), B = make_ref(), true = A < B, ok.

-spec sort_references() -> ok.
sort_references() -> L = [make_ref(), make_ref()], L = lists:sort(L), ok.

-spec random_bytes() -> ok.
random_bytes() -> <<_>> = crypto:strong_rand_bytes(1), ok.

-spec uniform() -> ok.
uniform() -> true = rand:uniform(10) > 0, ok.

-spec clock() -> ok.
clock() -> true = erlang:system_time() > 0, ok.

-spec print_pid() -> ok.
print_pid() -> [_|_] = pid_to_list(self()), ok.

-spec print_ref() -> ok.
print_ref() -> [_|_] = lists:flatten(io_lib:format("~p", [make_ref()])), ok.

-spec unique() -> ok.
unique() -> true = is_integer(erlang:unique_integer()), ok.

-spec columns() -> ok.
columns() -> {error, enotsup} = io:columns(), ok.

-spec line() -> ok.
line() -> eof = io:get_line(""), ok.

-spec zone() -> ok.
zone() -> {{2020,1,1},{0,0,0}} = erlang:universaltime_to_localtime({{2020,1,1},{0,0,0}}), ok.

-spec big_map() -> ok.
big_map() -> M = maps:from_list([{I, I} || I <- lists:seq(1, 40)]), [1|_] = maps:keys(M), ok.

-spec set_order() -> ok.
set_order() -> T = ets:new(t, []), ets:insert(T, [{2},{1}]), 1 = ets:first(T), ok.

-spec race() -> ok.
race() -> erlang:send_after(1000, self(), foo), receive foo -> ok after 1000 -> error(late) end.

-spec race0() -> ok.
race0() -> erlang:send_after(0, self(), foo), receive foo -> error(early) after 0 -> ok end.

-spec spawned() -> ok.
spawned() -> S = self(), spawn(fun() -> S ! a end), spawn(fun() -> S ! b end), receive a -> ok; b -> ok end.

-spec flag() -> ok.
flag() -> false = process_flag(trap_exit, true), ok.

-spec info() -> ok.
info() -> {message_queue_len, 0} = process_info(self(), message_queue_len), ok.

-spec send_name() -> ok.
send_name() -> case catch (no_such_name ! hello) of {'EXIT', _} -> ok; hello -> error(sent) end.

-spec exists() -> ok.
exists() -> true = erlang:function_exported(dbg, start, 0) orelse true, ok.

-spec memory() -> ok.
memory() -> true = erlang:memory(total) > 0, ok.

-spec table_of_nobody() -> ok.
table_of_nobody() ->
    try ets:lookup(some_table, a) of _ -> error(there) catch error:badarg -> ok end.

-spec erased() -> ok.
erased() -> undefined = erase(a), ok.

-spec last_put() -> undefined.
last_put() -> put(a, 1).

-spec keys() -> ok.
keys() -> [] = get_keys(), ok.

-spec flush() -> ok.
flush() -> receive stop -> error(stopped); {_, _} -> flush() after 0 -> ok end.

-spec waits_for(reference()) -> ok.
waits_for(Reference) -> receive {Reference, _} -> error(answered) after 0 -> ok end.

-spec start_argument() -> ok.
start_argument() -> error = init:get_argument(noshell), ok.

-spec where_is() -> ok.
where_is() -> true = is_list(code:lib_dir()), ok.

-spec existing() -> ok.
existing() -> try list_to_existing_atom("surely not there 4711") of _ -> error(there) catch error:badarg -> ok end.

-spec bytes_of_pid() -> ok.
bytes_of_pid() -> true = is_binary(term_to_binary({self()})), ok.

-spec greatest() -> reference().
greatest() -> max(make_ref(), make_ref()).

-spec order_of_keys() -> ok.
order_of_keys() -> A = make_ref(), B = make_ref(), [A, B] = maps:keys(#{A => 1, B => 2}), ok.

-spec left_of_timer() -> ok.
left_of_timer() -> T = erlang:start_timer(100, self(), x), true = erlang:cancel_timer(T) > 50, ok.

-spec two_timers() -> a.
two_timers() ->
    erlang:send_after(1, self(), b), erlang:send_after(1, self(), a), receive X -> X end.

-spec process_id() -> ok.
process_id() -> "1" = os:getpid(), ok.

-spec alive(pid()) -> boolean().
alive(Pid) -> false = is_process_alive(Pid).

-spec fun_name() -> ok.
fun_name() -> [_ | _] = erlang:fun_to_list(fun() -> ok end), ok.

-spec logged() -> ok.
logged() -> false = logger:allow(error, ?MODULE) andalso false, ok.

%% Messages like these may have been there before.
-spec own_message(integer()) -> integer().
own_message(_) -> self() ! {a, 1}, receive {a, Y} -> Y end.

-spec own_message_after() -> ok.
own_message_after() -> self() ! hello, receive hello -> ok after 0 -> error(none) end.

-spec taken_name() -> ok.
taken_name() -> true = register(logger, self()), ok.

-spec taken_table() -> ok.
taken_table() -> global_names = ets:new(global_names, [named_table]), ok.

-spec order_of_maps() -> true.
order_of_maps() -> A = make_ref(), B = make_ref(), true = #{[A] => 1} < #{[B] => 1}.

-spec order_of_values() -> true.
order_of_values() ->
    A = make_ref(), B = make_ref(), true = #{{A} => 1, {B} => 2} < #{{A} => 2, {B} => 1}.

-spec printable() -> ok.
printable() -> latin1 = io:printable_range(), ok.

-spec printed() -> ok.
printed() -> "[1024,1025]" = lists:flatten(io_lib:format("~tp", [[1024, 1025]])), ok.

-spec printed_binary() -> ok.
printed_binary() -> [$<, $<, $2 | _] = lists:flatten(io_lib:format("~tp", [<<1024/utf8>>])), ok.

%% Of what is not printable here, some is elsewhere.
-spec printed_input(integer()) -> boolean().
printed_input(Character) -> lists:prefix("[", lists:flatten(io_lib:format("~tp", [[Character]]))).

-spec compiled() -> ok.
compiled() -> [] = ?MODULE:module_info(compile), ok.

-spec digest_of_code() -> ok.
digest_of_code() -> <<0:128>> = ?MODULE:module_info(md5), ok.

-spec all_of_module() -> ok.
all_of_module() -> [] = proplists:get_value(compile, ?MODULE:module_info()), ok.

-spec leader() -> true.
leader() -> true = group_leader() =:= whereis(user).

-spec missing() -> ok.
missing() -> try no_such_module:f() of _ -> error(there) catch error:undef -> ok end.
