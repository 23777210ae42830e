%% Every reason the runtime itself gives for an error, from every construct that can fail.
-module(exceptions_reasons).
-export([main/0]).
-record(point, {x = 0, y = 0}).

main() ->
    [{Name, try Test() of Value -> {value, Value} catch Class:Reason -> {Class, hide_funs(Reason)} end}
        || {Name, Test} <-
        [{function_clause, fun() -> only_one(identity(2)) end},
         {fun_clause, fun() -> (fun(1) -> ok end)(identity(2)) end},
         {case_clause, fun() -> case identity({a, 1}) of b -> ok end end},
         {if_clause, fun() -> X = identity(1), if X > 2 -> ok end end},
         {badmatch, fun() -> {ok, _} = identity({error, "x"}) end},
         {badmatch_bound, fun() -> A = identity(1), A = identity(2) end},
         {badmatch_list, fun() -> [_, _] = identity([1]) end},
         {badmatch_map, fun() -> #{key := _} = identity(#{other => 1}) end},
         {badmatch_binary, fun() -> <<_:16>> = identity(<<1>>) end},
         {try_clause, fun() -> try identity(1) of 2 -> ok catch _:_ -> wrong end end},
         {badarith, fun() -> identity(1) + identity(a) end},
         {division_by_zero, fun() -> identity(1) div identity(0) end},
         {float_division_by_zero, fun() -> identity(1) / identity(0.0) end},
         {rem_by_zero, fun() -> identity(1) rem identity(0) end},
         {rem_of_float, fun() -> identity(1.5) rem identity(1) end},
         {float_overflow, fun() -> identity(1.0e308) * identity(1.0e10) end},
         {big_to_float, fun() -> float(identity(1) bsl 2000) end},
         {bad_shift, fun() -> identity(1) bsl identity(1.0) end},
         {negate_atom, fun() -> - identity(a) end},
         {bnot_float, fun() -> bnot identity(1.0) end},
         {badarg_builtin, fun() -> atom_to_list(identity(1)) end},
         {badarg_element, fun() -> element(identity(3), identity({a, b})) end},
         {badarg_hd, fun() -> hd(identity([])) end},
         {badarg_length, fun() -> length(identity([1 | 2])) end},
         {badarg_and, fun() -> identity(true) and identity(1) end},
         {badarg_list_append, fun() -> identity(a) ++ identity([]) end},
         {badarg_list_subtract, fun() -> identity([1]) -- identity(a) end},
         {badarg_binary, fun() -> <<(identity(a)):8>> end},
         {badarg_binary_size, fun() -> <<1:(identity(-1))>> end},
         {badarg_binary_segment, fun() -> <<(identity(1))/binary>> end},
         {badarg_binary_float, fun() -> <<(identity(1.0)):(identity(7))/float>> end},
         {badarg_utf8, fun() -> <<(identity(16#D800))/utf8>> end},
         {badfun, fun() -> (identity(no_fun))(1) end},
         {badarity, fun() -> (fun(A, B) -> {A, B} end)(identity(1)) end},
         {undef_function, fun() -> ?MODULE:nobody(1, 2) end},
         {undef_module, fun() -> (identity(no_module_of_this_name)):f() end},
         {bad_module, fun() -> (identity(1)):f() end},
         {badmap_update, fun() -> (identity(a))#{x => 1} end},
         {badkey_update, fun() -> (identity(#{}))#{x := 1} end},
         {badkey_map_get, fun() -> map_get(identity(x), identity(#{})) end},
         {badmap_map_size, fun() -> map_size(identity([])) end},
         {badmap_maps, fun() -> maps:get(x, identity(not_a_map)) end},
         {badrecord, fun() -> (identity({line, 1}))#point.x end},
         {badrecord_update, fun() -> R = identity(x), R#point{x = 1} end},
         {badrecord_size, fun() -> (identity({point, 1}))#point.y end},
         {bad_generator, fun() -> [X || X <- identity(x)] end},
         {bad_binary_generator, fun() -> [X || <<X>> <= identity([])] end},
         {bad_filter, fun() -> [X || X <- [1], identity(7)] end},
         {nocatch, fun() -> nocatch() end},
         {timeout_value, fun() -> receive x -> x after identity(forever) -> y end end},
         {system_limit_shift, fun() -> identity(1) bsl identity(1 bsl 64) end},
         {system_limit_atom, fun() -> list_to_atom(lists:duplicate(256, $a)) end},
         {apply_arguments, fun() -> apply(lists, identity(append), identity(x)) end},
         {tuple_size, fun() -> tuple_size(identity([])) end},
         {setelement, fun() -> setelement(identity(0), {a}, b) end},
         {guard_hides_it, fun() -> case identity(a) of X when X + 1 > 0 -> wrong; X -> {hidden, X} end end},
         {list_to_integer, fun() -> list_to_integer(identity("12x")) end},
         {binary_part, fun() -> binary_part(<<1, 2, 3>>, 2, identity(2)) end},
         {send_to_nobody, fun() -> nobody_by_this_name ! hello end},
         {make_tuple, fun() -> erlang:make_tuple(identity(-1), x) end}]].

identity(X) -> X.

only_one(1) -> ok.

%% Funs print differently in every run.
hide_funs({badarity, {_, Arguments}}) -> {badarity, {a_fun, Arguments}};
hide_funs(Reason) -> Reason.

%% A process that dies of a thrown value.
nocatch() ->
    {Pid, Monitor} = spawn_monitor(fun() -> throw(ball) end),
    receive {'DOWN', Monitor, process, Pid, {Reason, _}} -> error(Reason) end.
