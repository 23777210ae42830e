%%% Which functions depend on more than their arguments? Each returns what Ermine's model of the world makes
%%% it return, and raises in a world that is another, as that of every `erl` is. So none of them is proved.
%%%
%%% Those at the end may return in some worlds and raise in others: a node with a name, other processes that
%%% were faster.
-module(world_readers).
-compile([nowarn_deprecated_function]).
-export([environment/0, whole_environment/0, current_folder/0, all_processes/0, names/0,
         a_name/0, another_name/0, ports/0, system_processes/0, system_atoms/0,
         system_limit/0, work/0, time_on_the_wall/0, all_memory/0, setting/0,
         applications/0, persistent/0, table_of_names/0, table_of_logger/0, all_tables/0,
         dictionary/0, whole_dictionary/0, own_queue/0, own_name/0, own_heap/0,
         own_stack/0, own_limits/0, own_pid/0, own_parent/0, leader/0,
         other_process/0, modules/0, loaded_module/0, is_loaded/0, hash_of_pid/0,
         hash_of_reference/0, text_of_reference/0, bytes_of_pid/0, order_of_references/0, random_bytes/0,
         random_number/0, old_random_number/0, clock/0, clock_of_system/0, date/0,
         passing_time/0, unique/0, offset/0, number_of_node/0, arguments/0,
         fun_of_process/0, memory_of_table/0, id_of_table/0, stack_of_exception/0, depth_of_code_path/0,
         mailbox/0, late_timer/0, early_timer/0, two_timers/0, remote_node/0,
         is_alive/0, other_nodes/0, who_is_first/0, sent_before/0, other_first/0]).

as_in_the_model(true) -> ok;
as_in_the_model(false) -> error(another_world).

-spec environment() -> ok.
environment() ->
    as_in_the_model(os:getenv("PATH") =:= false).

-spec whole_environment() -> ok.
whole_environment() ->
    as_in_the_model(os:getenv() =:= []).

-spec current_folder() -> ok.
current_folder() ->
    as_in_the_model(file:get_cwd() =:= {ok, "/"}).

-spec all_processes() -> ok.
all_processes() ->
    as_in_the_model(length(processes()) < 10).

-spec names() -> ok.
names() ->
    as_in_the_model(not lists:member(logger, registered())).

-spec a_name() -> ok.
a_name() ->
    as_in_the_model(whereis(logger) =:= undefined).

-spec another_name() -> ok.
another_name() ->
    as_in_the_model(whereis(code_server) =:= undefined).

-spec ports() -> ok.
ports() ->
    as_in_the_model(erlang:ports() =:= []).

-spec system_processes() -> ok.
system_processes() ->
    as_in_the_model(erlang:system_info(process_count) < 10).

-spec system_atoms() -> ok.
system_atoms() ->
    as_in_the_model(erlang:system_info(atom_count) < 5000).

-spec system_limit() -> ok.
system_limit() ->
    as_in_the_model(erlang:system_info(process_limit) =:= 17).

-spec work() -> ok.
work() ->
    as_in_the_model(element(1, statistics(reductions)) < 1000).

-spec time_on_the_wall() -> ok.
time_on_the_wall() ->
    as_in_the_model(element(1, statistics(wall_clock)) =:= 0).

-spec all_memory() -> ok.
all_memory() ->
    as_in_the_model(erlang:memory(total) < 6000000).

-spec setting() -> ok.
setting() ->
    as_in_the_model(application:get_env(kernel, logger_level) =:= undefined).

-spec applications() -> ok.
applications() ->
    as_in_the_model(length(application:which_applications()) < 2).

-spec persistent() -> ok.
persistent() ->
    as_in_the_model(persistent_term:get() =:= []).

-spec table_of_names() -> ok.
table_of_names() ->
    as_in_the_model(ets:info(global_names) =:= undefined).

-spec table_of_logger() -> ok.
table_of_logger() ->
    as_in_the_model(ets:whereis(logger) =:= undefined).

-spec all_tables() -> ok.
all_tables() ->
    as_in_the_model(length(ets:all()) < 5).

-spec dictionary() -> ok.
dictionary() ->
    as_in_the_model(get(key) =:= undefined).

-spec whole_dictionary() -> ok.
whole_dictionary() ->
    as_in_the_model(get() =:= []).

-spec own_queue() -> ok.
own_queue() ->
    as_in_the_model(process_info(self(), message_queue_len) =:= {message_queue_len, 0}).

-spec own_name() -> ok.
own_name() ->
    as_in_the_model(process_info(self(), registered_name) =:= []).

-spec own_heap() -> ok.
own_heap() ->
    as_in_the_model(process_info(self(), total_heap_size) =:= {total_heap_size, 17}).

-spec own_stack() -> ok.
own_stack() ->
    as_in_the_model(length(element(2, process_info(self(), current_stacktrace))) =:= 1).

-spec own_limits() -> ok.
own_limits() ->
    as_in_the_model(element(2, process_info(self(), max_heap_size)) =:= #{error_logger => true, kill => true, size => 0}).

-spec own_pid() -> ok.
own_pid() ->
    as_in_the_model(pid_to_list(self()) =:= "<0.105.0>").

-spec own_parent() -> ok.
own_parent() ->
    as_in_the_model(process_info(self(), initial_call) =:= {initial_call, {world_readers, own_parent, 0}}).

-spec leader() -> ok.
leader() ->
    as_in_the_model(pid_to_list(group_leader()) =:= "<0.100.0>").

-spec other_process() -> ok.
other_process() ->
    as_in_the_model(not is_process_alive(list_to_pid("<0.1.0>"))).

-spec modules() -> ok.
modules() ->
    as_in_the_model(length(code:all_loaded()) < 10).

-spec loaded_module() -> ok.
loaded_module() ->
    as_in_the_model(not erlang:module_loaded(logger)).

-spec is_loaded() -> ok.
is_loaded() ->
    as_in_the_model(code:is_loaded(logger) =:= false).

-spec hash_of_pid() -> ok.
hash_of_pid() ->
    as_in_the_model(erlang:phash2(self()) =:= 85071564).

-spec hash_of_reference() -> ok.
hash_of_reference() ->
    as_in_the_model(erlang:phash2(make_ref()) rem 1000 =:= 17).

-spec text_of_reference() -> ok.
text_of_reference() ->
    as_in_the_model(ref_to_list(make_ref()) =:= "#Ref<0.0.0.1>").

-spec bytes_of_pid() -> ok.
bytes_of_pid() ->
    as_in_the_model(erlang:phash2(term_to_binary(self())) =:= 17).

-spec order_of_references() -> ok.
order_of_references() ->
    as_in_the_model((begin R = make_ref(), _ = [make_ref() || _ <- lists:seq(1, 300000)], R < make_ref() andalso ref_to_list(R) =:= "#Ref<0.0.0.1>" end)).

-spec random_bytes() -> ok.
random_bytes() ->
    as_in_the_model(crypto:strong_rand_bytes(8) =:= <<174, 185, 145, 12, 0, 0, 0, 0>>).

-spec random_number() -> ok.
random_number() ->
    as_in_the_model(rand:uniform(1000000) =:= 754326).

-spec old_random_number() -> ok.
old_random_number() ->
    as_in_the_model(rand:uniform() < 0.0000001).

-spec clock() -> ok.
clock() ->
    as_in_the_model(erlang:system_time(second) < 1767225600 + 60).

-spec clock_of_system() -> ok.
clock_of_system() ->
    as_in_the_model(os:system_time(second) < 1767225600 + 60).

-spec date() -> ok.
date() ->
    as_in_the_model(erlang:date() =:= {2026, 1, 1}).

-spec passing_time() -> ok.
passing_time() ->
    as_in_the_model((begin T = erlang:monotonic_time(nanosecond), _ = lists:seq(1, 10000), erlang:monotonic_time(nanosecond) - T < 10 end)).

-spec unique() -> ok.
unique() ->
    as_in_the_model(erlang:unique_integer() =:= -576460752303423487).

-spec offset() -> ok.
offset() ->
    as_in_the_model(erlang:time_offset() =:= 17).

-spec number_of_node() -> ok.
number_of_node() ->
    as_in_the_model(os:getpid() =:= "1").

-spec arguments() -> ok.
arguments() ->
    as_in_the_model(length(init:get_arguments()) < 3).

-spec fun_of_process() -> ok.
fun_of_process() ->
    as_in_the_model(pid_to_list(element(2, erlang:fun_info(fun() -> ok end, pid))) =:= "<0.105.0>").

-spec memory_of_table() -> ok.
memory_of_table() ->
    as_in_the_model(ets:info(ets:new(t, []), memory) =:= 17).

-spec id_of_table() -> ok.
id_of_table() ->
    as_in_the_model(erlang:phash2(ets:new(t, [])) =:= 17).

-spec stack_of_exception() -> ok.
stack_of_exception() ->
    as_in_the_model((try error(x) catch _:_:Stack -> length(Stack) =:= 1 end)).

-spec depth_of_code_path() -> ok.
depth_of_code_path() ->
    as_in_the_model(length(code:get_path()) < 3).

-spec mailbox() -> ok.
mailbox() ->
    receive
        foo -> error(foo)
    after 0 ->
        ok
    end.

-spec late_timer() -> ok.
late_timer() ->
    erlang:send_after(50, self(), late),
    receive
        late -> ok
    after 50 ->
        error(late)
    end.

-spec early_timer() -> ok.
early_timer() ->
    erlang:send_after(50, self(), early),
    receive
        early -> error(early)
    after 50 ->
        ok
    end.

-spec two_timers() -> ok.
two_timers() ->
    erlang:send_after(20, self(), second),
    erlang:send_after(20, self(), first),
    receive
        second -> receive first -> ok end;
        first -> error(first)
    end.

-spec remote_node() -> ok.
remote_node() ->
    case node() of
        nonode@nohost -> ok;
        _ -> error(alive)
    end.

-spec is_alive() -> ok.
is_alive() ->
    case erlang:is_alive() of
        false -> ok;
        true -> error(alive)
    end.

-spec other_nodes() -> ok.
other_nodes() ->
    case nodes() of
        [] -> ok;
        _ -> error(connected)
    end.

-spec who_is_first() -> ok.
who_is_first() ->
    Self = self(),
    spawn(fun() -> lists:seq(1, 1000), Self ! one end),
    spawn(fun() -> Self ! two end),
    receive
        one -> receive two -> ok end;
        two -> receive one -> error(two) end
    end.

-spec sent_before() -> ok.
sent_before() ->
    case process_info(self(), messages) of
        {messages, []} -> ok;
        _ -> error(messages)
    end.

-spec other_first() -> ok.
other_first() ->
    Self = self(),
    spawn(fun() -> Self ! one end),
    spawn(fun() -> Self ! two end),
    receive
        two -> receive one -> ok end;
        one -> receive two -> error(one) end
    end.
