%% ets tables and processes: protection, death of the owner, heirs, gifts, tables shared by many.
-module(ets_owners).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{protection, fun protection/0},
         {dies_with_owner, fun dies_with_owner/0},
         {heir, fun heir/0},
         {heir_set_later, fun heir_set_later/0},
         {gift, fun gift/0},
         {bad_gifts, fun bad_gifts/0},
         {shared_counter, fun shared_counter/0},
         {name_is_free_again, fun name_is_free_again/0}]].

%% Runs a fun in another process and gives back its value.
elsewhere(Fun) ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        exit({value, try Fun() catch Class:Reason -> {Class, Reason} end})
    end),
    receive {'DOWN', Monitor, process, Pid, {value, Value}} -> Value end.

protection() ->
    [begin
         Table = ets:new(t, [Protection]),
         ets:insert(Table, {k, 1}),
         {Protection,
          elsewhere(fun() -> ets:lookup(Table, k) end),
          elsewhere(fun() -> ets:insert(Table, {k, 2}) end),
          elsewhere(fun() -> ets:delete(Table) end),
          elsewhere(fun() -> ets:setopts(Table, {heir, none}) end),
          case ets:info(Table, size) of undefined -> gone; _ -> ets:lookup(Table, k) end}
     end || Protection <- [public, protected, private]].

dies_with_owner() ->
    Table = elsewhere(fun() -> T = ets:new(t, [public]), ets:insert(T, {a, 1}), T end),
    {ets:info(Table), try ets:lookup(Table, a) catch Class:Reason -> {Class, Reason} end}.

heir() ->
    Self = self(),
    Table = elsewhere(fun() -> T = ets:new(t, [{heir, Self, {data, 1}}]), ets:insert(T, {a, 1}), T end),
    Message = receive {'ETS-TRANSFER', Table, From, Data} -> {is_pid(From), Data} after 60000 ->
        nothing end,
    Result = {Message, ets:lookup(Table, a), ets:info(Table, owner) =:= self()},
    ets:delete(Table),
    Result.

heir_set_later() ->
    Self = self(),
    Table = elsewhere(fun() -> T = ets:new(t, []), ets:setopts(T, {heir, Self, later}), T end),
    receive {'ETS-TRANSFER', Table, _, Data} -> Data after 60000 -> nothing end.

gift() ->
    Self = self(),
    Child = spawn(fun() ->
        receive {'ETS-TRANSFER', Table, Self, Gift} ->
            ets:insert(Table, {from_child, Gift}),
            Self ! {self(), ets:tab2list(Table), ets:info(Table, owner) =:= self()},
            receive {give_back, Table} -> ets:give_away(Table, Self, returned) end
        end
    end),
    Table = ets:new(t, [ordered_set]),
    ets:insert(Table, {first, 1}),
    true = ets:give_away(Table, Child, wrapped),
    There = receive {Child, List, Owner} -> {List, Owner} end,
    NotMine = try ets:insert(Table, {x, 1}) catch Class:Reason -> {Class, Reason} end,
    Child ! {give_back, Table},
    Returned = receive {'ETS-TRANSFER', Table, Child, Data} -> Data end,
    {There, NotMine, Returned, ets:insert(Table, {x, 1})}.

bad_gifts() ->
    Table = ets:new(t, [public]),
    Dead = elsewhere(fun() -> self() end),
    [try ets:give_away(Table, To, gift) catch Class:Reason -> {Class, Reason} end
        || To <- [Dead, self(), atom]].

shared_counter() ->
    Table = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(Table, {hits, 0}),
    Monitors = [element(2, spawn_monitor(fun() ->
        [ets:update_counter(Table, hits, 1) || _ <- lists:seq(1, 100)] end))
                || _ <- lists:seq(1, 20)],
    [receive {'DOWN', Monitor, _, _, normal} -> ok end || Monitor <- Monitors],
    ets:lookup(Table, hits).

name_is_free_again() ->
    [elsewhere(fun() -> ets:new(eo_name, [named_table]), ets:insert(eo_name, {n, N}),
        ets:tab2list(eo_name) end)
     || N <- [1, 2, 3]].
