% What these functions ask for, they have made themselves: they are to be proved.
-module(determined).
-compile([export_all, nowarn_export_all]).

-spec flag() -> ok.
flag() -> process_flag(trap_exit, true), ok.

-spec ets() -> integer().
ets() -> T = ets:new(t, [named_table]), ets:insert(t, {a, 1}), [{a, X}] = ets:lookup(T, a), ets:delete(t), X.

-spec dict(integer()) -> integer().
dict(X) -> put(key, 1), 1 = get(key), erase(key), undefined = get(key), X.

-spec name() -> ok.
name() -> register(mine, self()), true = whereis(mine) =:= self(), unregister(mine), ok.

-spec sleep() -> ok.
sleep() -> receive after 10 -> ok end.

-spec env() -> ok.
env() -> os:putenv("A", "b"), "b" = os:getenv("A"), ok.

-spec app() -> ok.
app() -> application:set_env(a, b, 1), {ok, 1} = application:get_env(a, b), ok.

-spec pt() -> ok.
pt() -> persistent_term:put(a, 1), 1 = persistent_term:get(a), ok.

-spec io() -> ok.
io() -> io:format("hello~n"), ok.

-spec flush() -> ok.
flush() -> R = make_ref(), receive {R, _} -> error(r) after 0 -> ok end.

-spec ref() -> ok.
ref() -> R = make_ref(), true = R =:= R, #{R := 1} = #{R => 1}, ok.

-spec ordered() -> ok.
ordered() -> T = ets:new(t, [ordered_set]), ets:insert(T, [{2},{1}]), 1 = ets:first(T), ok.

-spec sysinfo() -> ok.
sysinfo() -> 8 = erlang:system_info(wordsize), {unix, _} = os:type(), ok.

-spec timer() -> reference().
timer() -> erlang:start_timer(1000, self(), x).

-spec dictionary_wiped() -> ok.
dictionary_wiped() -> erase(), undefined = get(a), [] = get_keys(), ok.

-spec own_answer() -> ok.
own_answer() ->
    Reference = make_ref(),
    self() ! {Reference, 1},
    receive {Reference, 1} -> ok after 0 -> error(none) end.

-spec small_map() -> ok.
small_map() -> [1, 2] = maps:keys(#{1 => a, 2 => b}), ok.

-spec hash(integer()) -> ok.
hash(_) -> true = is_integer(erlang:phash2({a, [1]})), ok.

-spec equal_references() -> ok.
equal_references() -> false = make_ref() =:= make_ref(), ok.

-spec unread(integer()) -> integer().
unread(X) -> put(a, 1), erase(b), process_flag(trap_exit, false), X.

-spec hash_of_many() -> ok.
hash_of_many() -> true = is_integer(erlang:phash2(lists:seq(1, 300000))), ok.

-spec printed() -> ok.
printed() ->
    "{\"abc\",<<\"abc\">>,[1,2]}" = lists:flatten(io_lib:format("~tp", [{"abc", <<"abc">>, [1, 2]}])),
    "[1024]" = lists:flatten(io_lib:format("~p", [[1024]])),
    ok.

-spec module_info_of_own() -> ok.
module_info_of_own() ->
    true = lists:member({printed, 0}, ?MODULE:module_info(exports)),
    ?MODULE = ?MODULE:module_info(module),
    ok.

-spec leader() -> ok.
leader() -> group_leader(self(), self()), true = group_leader() =:= self(), ok.

-spec not_exported() -> ok.
not_exported() -> try lists:no_such_function() of _ -> error(there) catch error:undef -> ok end.
