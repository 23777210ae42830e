%% Every way to spawn: with a fun or a module, linked, monitored, with options; bad calls; what the
%% new process sees of its arguments.
-module(spawning).
-export([main/0, child/2, child/0]).

main() ->
    process_flag(trap_exit, true),
    Results = [{Name, Test()} || {Name, Test} <-
        [{forms, fun forms/0},
         {options, fun options/0},
         {monitor_option_with_tag, fun monitor_option_with_tag/0},
         {undefined_function, fun undefined_function/0},
         {wrong_arity_fun, fun wrong_arity_fun/0},
         {bad_arguments, fun bad_arguments/0},
         {closure, fun closure/0},
         {grandchildren, fun grandchildren/0},
         {many, fun many/0}]],
    process_flag(trap_exit, false),
    Results.

child() -> exit(no_arguments).
child(Parent, Value) -> Parent ! {child, Value}, exit({value, Value}).

reason({Reason, [{Module, Function, Arity, _} | _]}) when is_atom(Module) ->
    {Reason, Module, Function, Arity};
reason(Reason) -> Reason.

message() -> receive {child, Value} -> Value end.
exit_from(Pid) -> receive {'EXIT', Pid, Reason} -> reason(Reason) end.
down(Monitor) -> receive {'DOWN', Monitor, process, _, Reason} -> reason(Reason) end.

forms() ->
    Self = self(),
    spawn(fun() -> child(Self, 1) end),
    One = message(),
    spawn(?MODULE, child, [Self, 2]),
    Two = message(),
    Three = exit_from(spawn_link(fun() -> exit(3) end)),
    Four = exit_from(spawn_link(?MODULE, child, [Self, 4])),
    4 = message(),
    {_, M5} = spawn_monitor(fun() -> exit(5) end),
    Five = down(M5),
    {_, M6} = spawn_monitor(?MODULE, child, []),
    Six = down(M6),
    spawn(node(), fun() -> child(Self, 7) end),
    Seven = message(),
    spawn(fun ?MODULE:child/0),
    [One, Two, Three, Four, Five, Six, Seven].

options() ->
    Self = self(),
    spawn_opt(fun() -> child(Self, process_info(self(), priority)) end, [{priority, low}]),
    Low = message(),
    Linked = exit_from(spawn_opt(?MODULE, child, [Self, linked], [link, {min_heap_size, 1000}])),
    linked = message(),
    {Both, Monitor} = spawn_opt(fun() -> exit(both) end, [monitor, link, {fullsweep_after, 10}]),
    {Low, Linked, exit_from(Both), down(Monitor)}.

monitor_option_with_tag() ->
    {Pid, Monitor} = spawn_opt(fun() -> exit(tagged) end, [{monitor, [{tag, my_tag}]}]),
    receive {my_tag, Monitor, process, Pid, Reason} -> Reason end.

undefined_function() ->
    {exit_from(spawn_link(?MODULE, no_such_function, [1, 2])),
     exit_from(spawn_link(no_such_module_at_all, run, []))}.

wrong_arity_fun() ->
    Child = spawn_link(identity(fun(_) -> ok end)),
    receive
        {'EXIT', Child, {{badarity, {Fun, Arguments}}, _}} -> {badarity, is_function(Fun, 1), Arguments};
        {'EXIT', Child, Other} -> reason(Other)
    end.

identity(X) -> X.

bad_arguments() ->
    [try Call() of _ -> no_error catch Class:Reason -> {Class, Reason} end || Call <-
        [fun() -> spawn(identity(not_a_fun)) end,
         fun() -> spawn(?MODULE, child, identity(not_a_list)) end,
         fun() -> spawn(?MODULE, child, identity([1 | 2])) end,
         fun() -> spawn(identity("module"), child, []) end,
         fun() -> spawn_opt(fun() -> ok end, identity([{priority, urgent}])) end,
         fun() -> spawn_opt(fun() -> ok end, identity(link)) end]].

closure() ->
    Self = self(),
    Big = lists:seq(1, 1000),
    Table = #{sum => lists:sum(Big), bin => <<"shared">>},
    spawn(fun() -> child(Self, {length(Big), Table}) end),
    message().

%% A tree of processes; each sends the sum of its subtree up.
grandchildren() -> tree(6, 1).

tree(0, N) -> N;
tree(Depth, N) ->
    Self = self(),
    Children = [spawn_link(fun() -> Self ! {self(), tree(Depth - 1, 2 * N + Side)} end) || Side <- [0, 1]],
    Sums = [receive {Child, Sum} -> Sum end || Child <- Children],
    N + lists:sum(Sums).

many() ->
    Self = self(),
    Pids = [spawn(fun() -> Self ! {self(), N * N} end) || N <- lists:seq(1, 2000)],
    lists:sum([receive {Pid, Square} -> Square end || Pid <- Pids]).
