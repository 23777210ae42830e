%%! tries: to fill what the interpreter keeps beside its heap
%%! ermine: check floods.erl --time 500ms --memory 300
%%! ermine: eval floods.erl processes [1] --memory 300 --reductions 2000000
%%! ermine: eval floods.erl tables_of_binaries [1] --memory 300 --reductions 2000000
%%! ermine: eval floods.erl output [1] --memory 300 --reductions 2000000
%%! ermine: eval floods.erl closures [1] --memory 300 --reductions 2000000
%%! thoroughly: run floods.erl processes/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl generations/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl tables_of_binaries/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl tables/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl rows/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl atoms/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl long_atoms/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl output/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl messages/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl timers/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl monitors/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl dictionary/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl names/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl persistent/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl counters/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl closures/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl funs/1 --time 500ms --memory 300
%%! thoroughly: run floods.erl errors/1 --time 500ms --memory 300
%%! not on the node
%%! function: processes/1
%%! not together
-module(floods).
-export([processes/1, generations/1, tables_of_binaries/1, tables/1, rows/1, atoms/1, long_atoms/1, output/1, messages/1, timers/1, monitors/1, dictionary/1, names/1, persistent/1, counters/1, closures/1, funs/1, errors/1]).

-spec processes(integer()) -> term().
processes(X) ->
    F = fun F(N) -> spawn(fun() -> receive after infinity -> ok end end), F(N + 1) end, F(X).

-spec generations(integer()) -> term().
generations(X) ->
    F = fun F() -> spawn(F), spawn(F), receive after infinity -> X end end, F().

-spec tables_of_binaries(integer()) -> term().
tables_of_binaries(X) ->
    T = ets:new(t, []), F = fun F(N) -> ets:insert(T, {N, binary:copy(<<X:8>>, 1 bsl 20)}), F(N + 1) end, F(0).

-spec tables(integer()) -> term().
tables(X) ->
    F = fun F(N) -> ets:new(t, []), F(N + 1) end, F(X).

-spec rows(integer()) -> term().
rows(X) ->
    T = ets:new(t, [ordered_set]), F = fun F(N) -> ets:insert(T, {N, lists:seq(1, 1000)}), F(N + 1) end, F(X).

-spec atoms(integer()) -> term().
atoms(X) ->
    F = fun F(N) -> list_to_atom("hostile" ++ integer_to_list(N)), F(N + 1) end, F(X).

-spec long_atoms(integer()) -> term().
long_atoms(X) ->
    F = fun F(N) -> list_to_atom(integer_to_list(N) ++ lists:duplicate(240, $a)), F(N + 1) end, F(X).

-spec output(integer()) -> term().
output(X) ->
    F = fun F(N) -> io:format("~s", [lists:duplicate(100000, $a)]), F(N + 1) end, F(X).

-spec messages(integer()) -> term().
messages(X) ->
    F = fun F(N) -> self() ! {N, binary:copy(<<1>>, 100000)}, F(N + 1) end, F(X).

-spec timers(integer()) -> term().
timers(X) ->
    F = fun F(N) -> erlang:send_after(1000000, self(), lists:seq(1, 100)), F(N + 1) end, F(X).

-spec monitors(integer()) -> term().
monitors(X) ->
    F = fun F(N) -> monitor(process, self()), monitor(process, nobody), F(N + 1) end, F(X).

-spec dictionary(integer()) -> term().
dictionary(X) ->
    F = fun F(N) -> put(N, lists:seq(1, 100)), F(N + 1) end, F(X).

-spec names(integer()) -> term().
names(X) ->
    F = fun F(N) -> register(list_to_atom("n" ++ integer_to_list(N)), spawn(fun() -> receive a -> b end end)), F(N + 1) end, F(X).

-spec persistent(integer()) -> term().
persistent(X) ->
    F = fun F(N) -> persistent_term:put(N, lists:seq(1, 1000)), F(N + 1) end, F(X).

-spec counters(integer()) -> term().
counters(X) ->
    F = fun F(N) -> [counters:new(1000000, []) | F(N + 1)] end, F(X).

-spec closures(integer()) -> term().
closures(X) ->
    F = fun F(N, G) -> F(N + 1, fun() -> {G, N} end) end, F(X, ok).

-spec funs(integer()) -> term().
funs(X) ->
    F = fun F(N) -> fun() -> F(N + 1) end end, G = fun G(H) -> G(H()) end, G(F(X)).

-spec errors(integer()) -> term().
errors(X) ->
    F = fun F(N, L) -> E = (catch error({N, L})), F(N + 1, [E | L]) end, F(X, []).
