%% Supervisors: every strategy, every restart type, too many restarts, children started and removed
%% at run time, the order of start and stop.
-module(supervision).
-behaviour(supervisor).
-export([main/0, init/1, start_worker/2]).

main() ->
    process_flag(trap_exit, true),
    Results = [{Name, Test()} || {Name, Test} <-
        [{one_for_one, fun() -> after_crash(one_for_one) end},
         {one_for_all, fun() -> after_crash(one_for_all) end},
         {rest_for_one, fun() -> after_crash(rest_for_one) end},
         {restart_types, fun restart_types/0},
         {simple_one_for_one, fun simple_one_for_one/0},
         {too_many_restarts, fun too_many_restarts/0},
         {start_failure, fun start_failure/0},
         {children_by_hand, fun children_by_hand/0},
         {order, fun order/0},
         {brutal, fun brutal/0},
         {tree, fun tree/0},
         {bad_specifications, fun bad_specifications/0}]],
    process_flag(trap_exit, false),
    Results.

init({raw, Result}) -> Result;
init({Flags, Children}) -> {ok, {Flags, Children}}.

start(Flags, Children) ->
    {ok, Pid} = supervisor:start_link(?MODULE, {Flags, Children}),
    Pid.

stop(Supervisor) -> exit(Supervisor, shutdown), exit_from(Supervisor).

exit_from(Pid) -> receive {'EXIT', Pid, Reason} -> Reason after 60000 -> alive end.

%% A worker tells its owner when it starts, and crashes or stops when asked to.
start_worker(Owner, Name) ->
    proc_lib:start_link(erlang, apply, [fun worker/2, [Owner, Name]]).

worker(Owner, Name) ->
    process_flag(trap_exit, true),
    Owner ! {started, Name, self()},
    proc_lib:init_ack({ok, self()}),
    receive
        {exit, Reason} -> exit(Reason);
        {'EXIT', _, Reason} -> Owner ! {stopping, Name, Reason}, exit(Reason)
    end.

child(Name) -> child(Name, #{}).
child(Name, More) ->
    maps:merge(#{id => Name, start => {?MODULE, start_worker, [self(), Name]}, shutdown => 1000}, More).

started() -> receive {started, Name, Pid} -> {Name, Pid} after 60000 -> nothing end.

%% Everything workers said until now, without pids.
said() ->
    receive
        {started, Name, _} -> [{started, Name} | said()];
        {stopping, Name, Reason} -> [{stopping, Name, Reason} | said()]
    after 0 -> []
    end.

ids(Supervisor) -> [{Id, is_pid(Pid) orelse Pid} || {Id, Pid, _,
    _} <- lists:sort(supervisor:which_children(Supervisor))].

%% Ends the worker, and waits until the supervisor has dealt with it.
settle(Supervisor, Worker, Reason) ->
    Worker ! {exit, Reason},
    until_gone(Supervisor, Worker).

until_gone(Supervisor, Worker) ->
    case lists:keymember(Worker, 2, supervisor:which_children(Supervisor)) of
        true -> timer:sleep(1), until_gone(Supervisor, Worker);
        false -> ok
    end.

after_crash(Strategy) ->
    Supervisor = start(#{strategy => Strategy, intensity => 3, period => 1000},
        [child(a), child(b), child(c)]),
    [{a, _}, {b, B}, {c, _}] = [started(), started(), started()],
    settle(Supervisor, B, crashed),
    Said = said(),
    Count = supervisor:count_children(Supervisor),
    {Said, Count, stop(Supervisor), said()}.

restart_types() ->
    [begin
         Supervisor = start(#{intensity => 5, period => 1000}, [child(w, #{restart => Restart})]),
         {w, Worker} = started(),
         settle(Supervisor, Worker, Reason),
         Result = {Restart, Reason, said(), ids(Supervisor)},
         stop(Supervisor),
         said(),
         Result
     end || Restart <- [permanent, transient, temporary],
         Reason <- [normal, shutdown, {shutdown, x}, crash]].

simple_one_for_one() ->
    Template = #{id => any, start => {?MODULE, start_worker, [self()]}, restart => transient,
        shutdown => 1000},
    Supervisor = start(#{strategy => simple_one_for_one, intensity => 5, period => 1000}, [Template]),
    Pids = [begin {ok, Pid} = supervisor:start_child(Supervisor, [{worker, N}]), Pid end || N <- [1, 2, 3]],
    Before = supervisor:count_children(Supervisor),
    settle(Supervisor, hd(Pids), crash),
    settle(Supervisor, lists:nth(2, Pids), normal),
    Terminated = supervisor:terminate_child(Supervisor, lists:nth(3, Pids)),
    Wrong = supervisor:terminate_child(Supervisor, any),
    After = supervisor:count_children(Supervisor),
    Said = said(),
    {Before, Terminated, Wrong, After, Said, stop(Supervisor), said()}.

%% Two restarts are allowed; the third crash takes the supervisor down.
too_many_restarts() ->
    Supervisor = start(#{intensity => 2, period => 1000}, [child(w)]),
    [begin {w, Worker} = started(), Worker ! {exit, crash} end || _ <- [1, 2, 3]],
    {exit_from(Supervisor), said()}.

start_failure() ->
    Bad = #{id => bad, start => {erlang, apply, [fun() -> {error, no_luck} end, []]}},
    Result = supervisor:start_link(?MODULE, {#{}, [child(first), Bad, child(never)]}),
    Signal = receive {'EXIT', _, Reason} -> shorten(Reason) after 60000 -> none end,
    Ignored = supervisor:start_link(?MODULE, {raw, ignore}),
    {error, {shutdown, {failed_to_start_child, Id, Why}}} = Result,
    {Id, Why, Signal, said(), Ignored}.

shorten({shutdown, {failed_to_start_child, Id, _}}) -> {shutdown, Id};
shorten(Reason) -> Reason.

children_by_hand() ->
    Supervisor = start(#{}, []),
    {ok, Pid} = supervisor:start_child(Supervisor, child(x)),
    Again = supervisor:start_child(Supervisor, child(x)) =:= {error, {already_started, Pid}},
    Terminate = supervisor:terminate_child(Supervisor, x),
    Present = supervisor:start_child(Supervisor, child(x)),
    Ids = ids(Supervisor),
    {ok, New} = supervisor:restart_child(Supervisor, x),
    Running = supervisor:restart_child(Supervisor, x),
    NotYet = supervisor:delete_child(Supervisor, x),
    ok = supervisor:terminate_child(Supervisor, x),
    Delete = supervisor:delete_child(Supervisor, x),
    Unknown = [supervisor:F(Supervisor, nobody) || F <- [terminate_child, restart_child, delete_child]],
    {ok, Specification} = begin {ok, _} = supervisor:start_child(Supervisor, child(y)),
        supervisor:get_childspec(Supervisor, y) end,
    Result = {Again, Terminate, Present, Ids, New =/= Pid, Running, NotYet, Delete, Unknown,
              maps:without([start], Specification), said()},
    stop(Supervisor),
    said(),
    Result.

order() ->
    Supervisor = start(#{}, [child(N) || N <- [1, 2, 3, 4]]),
    {said(), stop(Supervisor), said()}.

%% A child that does not want to stop is killed.
brutal() ->
    Stubborn = fun() ->
        proc_lib:start_link(erlang, apply, [fun() ->
            process_flag(trap_exit, true),
            proc_lib:init_ack({ok, self()}),
            (fun Loop() -> receive _ -> Loop() end end)()
        end, []])
    end,
    Child = fun(Id, Shutdown) -> #{id => Id, start => {erlang, apply, [Stubborn, []]},
        shutdown => Shutdown} end,
    Supervisor = start(#{}, [Child(patient, 5), Child(at_once, brutal_kill)]),
    Monitors = [monitor(process, Pid) || {_, Pid, _, _} <- supervisor:which_children(Supervisor)],
    Stopped = stop(Supervisor),
    {Stopped, [receive {'DOWN', Monitor, _, _, Reason} -> Reason end || Monitor <- Monitors]}.

tree() ->
    Inner = #{id => inner, type => supervisor,
              start => {supervisor, start_link, [?MODULE, {#{intensity => 0}, [child(leaf)]}]}},
    Supervisor = start(#{strategy => one_for_one, intensity => 5, period => 1000}, [child(top), Inner]),
    {top, _} = started(),
    {leaf, Leaf} = started(),
    %% The inner supervisor allows no restart, so it fails and is itself restarted by the outer one.
    Leaf ! {exit, crash},
    {leaf, New} = started(),
    {New =/= Leaf, supervisor:count_children(Supervisor), stop(Supervisor), lists:sort(said())}.

bad_specifications() ->
    [case supervisor:start_link(?MODULE, Argument) of
         {error, Reason} -> receive {'EXIT', _, _} -> ok after 60000 -> ok end, Reason;
         Other -> Other
     end || Argument <- [{raw, nonsense},
                         {#{strategy => two_for_two}, []},
                         {#{intensity => -1}, []},
                         {#{}, [#{start => {m, f, []}}]},
                         {#{}, [#{id => x, start => wrong}]},
                         {#{}, [child_with(restart, sometimes)]}]] ++
    [supervisor:check_childspecs(Specs) || Specs <- [[], not_a_list, [#{id => x, start => {m, f, []}}],
                                                     [#{id => x, start => {m, f, []}}, #{id => x,
                                                         start => {m, f, []}}]]].

child_with(Key, Value) -> #{id => x, start => {m, f, []}, Key => Value}.
