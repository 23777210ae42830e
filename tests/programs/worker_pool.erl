%% Processes working together: a bounded buffer, a pool of workers, map-reduce, philosophers that
%% take their forks in order, a barrier, a lock server, pipelines. Only what does not depend on who
%% ran first is returned.
-module(worker_pool).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{bounded_buffer, fun bounded_buffer/0},
         {pool, fun pool/0},
         {pool_survives_crashes, fun pool_survives_crashes/0},
         {map_reduce, fun map_reduce/0},
         {philosophers, fun philosophers/0},
         {barrier, fun barrier/0},
         {lock, fun lock/0},
         {pipeline, fun pipeline/0},
         {sieve, fun sieve/0},
         {bank, fun bank/0},
         {publish_subscribe, fun publish_subscribe/0},
         {parallel_fibonacci, fun() -> parallel_fibonacci(12) end}]].

call(Server, Request) ->
    Monitor = monitor(process, Server),
    Server ! {Request, self(), Monitor},
    receive
        {Monitor, Answer} -> demonitor(Monitor, [flush]), Answer;
        {'DOWN', Monitor, _, _, Reason} -> {down, Reason}
    end.

answer({_, From, Tag}, Answer) -> From ! {Tag, Answer}.

run_all(Funs) ->
    Monitors = [element(2, spawn_monitor(Fun)) || Fun <- Funs],
    [receive {'DOWN', Monitor, _, _, Reason} -> Reason end || Monitor <- Monitors].

%% --- a buffer that makes producers wait when it is full, and consumers when it is empty ---

bounded_buffer() ->
    Buffer = spawn(fun() -> buffer(queue:new(), 3) end),
    Self = self(),
    Consumer = fun() -> Self ! {sum, lists:sum([call(Buffer, take) || _ <- lists:seq(1, 50)])} end,
    Producer = fun(Base) -> fun() -> [ok = call(Buffer, {put, Base + N}) || N <- lists:seq(1, 50)] end end,
    Reasons = run_all([Producer(0), Producer(1000), Consumer, Consumer]),
    Total = lists:sum([receive {sum, S} -> S end || _ <- [1, 2]]),
    exit(Buffer, kill),
    {Reasons, Total}.

buffer(Queue, Room) ->
    receive
        {{put, X}, _, _} = Request when Room > 0 -> answer(Request, ok),
            buffer(queue:in(X, Queue), Room - 1);
        {take, _, _} = Request when Room < 3 ->
            {{value, X}, Rest} = queue:out(Queue),
            answer(Request, X),
            buffer(Rest, Room + 1)
    end.

%% --- workers that ask for jobs ---

pool() -> lists:sort(work([{square, N} || N <- lists:seq(1, 20)], 4)).

pool_survives_crashes() -> lists:sort(work([{square, 2}, crash, {square, 3}, crash, {square, 4}], 2)).

work(Jobs, Workers) ->
    Self = self(),
    [spawn_monitor(fun() -> worker(Self) end) || _ <- lists:seq(1, Workers)],
    supervise(Jobs, length(Jobs), #{}, []).

worker(Manager) ->
    Manager ! {idle, self()},
    receive
        {job, {square, N}} -> Manager ! {result, self(), {N, N * N}}, worker(Manager);
        {job, crash} -> exit(crashed);
        stop -> ok
    end.

supervise(_, 0, Busy, Results) when map_size(Busy) =:= 0 -> stop_workers(), Results;
supervise(Jobs, Left, Busy, Results) ->
    receive
        {idle, Pid} when Jobs =/= [] -> Pid ! {job, hd(Jobs)},
            supervise(tl(Jobs), Left, Busy#{Pid => hd(Jobs)}, Results);
        {result, Pid, Result} -> supervise(Jobs, Left - 1, maps:remove(Pid, Busy), [Result | Results]);
        {'DOWN', _, process, Pid, crashed} ->
            Self = self(),
            spawn_monitor(fun() -> worker(Self) end),
            supervise(Jobs, Left - 1, maps:remove(Pid, Busy), [{crashed, maps:get(Pid, Busy)} | Results])
    end.

stop_workers() -> receive {idle, Pid} -> Pid ! stop, stop_workers() after 0 -> ok end.

%% --- map-reduce ---

map_reduce() ->
    Texts = ["the cat sat", "the dog sat", "the cat ran", ""],
    Self = self(),
    Pids = [spawn(fun() -> Self ! {self(), [{Word, 1} || Word <- string:lexemes(Text, " ")]} end)
        || Text <- Texts],
    Pairs = lists:append([receive {Pid, P} -> P end || Pid <- Pids]),
    lists:sort(maps:to_list(lists:foldl(fun({W, N}, M) -> M#{W => maps:get(W, M, 0) + N} end, #{}, Pairs))).

%% --- philosophers: the last one takes its forks the other way round ---

philosophers() ->
    Forks = list_to_tuple([spawn(fun fork/0) || _ <- lists:seq(1, 5)]),
    Meals = run_all([fun() -> exit({eaten, dine(N, Forks, 20)}) end || N <- lists:seq(1, 5)]),
    [exit(Fork, kill) || Fork <- tuple_to_list(Forks)],
    Meals.

fork() -> receive {take, _, _} = Request -> answer(Request, ok),
    receive {put, _, _} = R -> answer(R, ok), fork() end end.

dine(_, _, 0) -> 0;
dine(N, Forks, Left) ->
    {A, B} = {min(N, N rem 5 + 1), max(N, N rem 5 + 1)},
    ok = call(element(A, Forks), take),
    ok = call(element(B, Forks), take),
    ok = call(element(B, Forks), put),
    ok = call(element(A, Forks), put),
    1 + dine(N, Forks, Left - 1).

%% --- a barrier: nobody goes on before all have come ---

barrier() ->
    Barrier = spawn(fun() -> barrier(4, []) end),
    Log = ets:new(log, [public, duplicate_bag]),
    run_all([fun() -> ets:insert(Log, {before, N}), ok = call(Barrier, wait),
        ets:insert(Log, {seen, N, length(ets:lookup(Log, before))}) end || N <- [1, 2, 3, 4]]),
    lists:sort(ets:lookup(Log, seen)).

barrier(0, Waiting) -> [answer(Request, ok) || Request <- Waiting];
barrier(N, Waiting) -> receive {wait, _, _} = Request -> barrier(N - 1, [Request | Waiting]) end.

%% --- a lock that is freed when its holder dies ---

lock() ->
    Lock = spawn(fun unlocked/0),
    Table = ets:new(counter, [public]),
    ets:insert(Table, {n, 0}),
    Increase = fun() ->
        ok = call(Lock, lock),
        [{n, N}] = ets:lookup(Table, n),
        erlang:yield(),
        ets:insert(Table, {n, N + 1}),
        N rem 3 =:= 0 andalso exit(holding_it),
        ok = call(Lock, unlock)
    end,
    Reasons = run_all([Increase || _ <- lists:seq(1, 30)]),
    exit(Lock, kill),
    {ets:lookup(Table, n), length([R || R <- Reasons, R =:= holding_it])}.

unlocked() ->
    receive {lock, Holder, _} = Request ->
        Monitor = monitor(process, Holder),
        answer(Request, ok),
        receive
            {unlock, Holder, _} = Unlock -> demonitor(Monitor, [flush]), answer(Unlock, ok);
            {'DOWN', Monitor, _, _, _} -> ok
        end,
        unlocked()
    end.

%% --- stages connected to each other ---

pipeline() ->
    Self = self(),
    Stages = [fun(X) -> X + 1 end, fun(X) -> X * X end, fun(X) -> {X, X rem 2 =:= 0} end],
    First = lists:foldr(fun(F, Next) -> spawn(fun() -> stage(F, Next) end) end, Self, Stages),
    [First ! {item, N} || N <- lists:seq(1, 6)],
    First ! done,
    collect().

stage(F, Next) -> receive {item, X} -> Next ! {item, F(X)}, stage(F, Next); done -> Next ! done end.
collect() -> receive {item, X} -> [X | collect()]; done -> [] end.

%% --- primes: a process per prime ---

sieve() ->
    Self = self(),
    First = spawn(fun() -> prime(Self) end),
    [First ! {n, N} || N <- lists:seq(2, 100)],
    First ! done,
    primes().

prime(Printer) -> receive {n, P} -> Printer ! {prime, P}, filter(P, none, Printer);
    done -> Printer ! done end.

filter(P, Next, Printer) ->
    receive
        {n, N} when N rem P =:= 0 -> filter(P, Next, Printer);
        {n, N} when Next =:= none -> New = spawn(fun() -> prime(Printer) end), New ! {n, N},
            filter(P, New, Printer);
        {n, N} -> Next ! {n, N}, filter(P, Next, Printer);
        done when Next =:= none -> Printer ! done;
        done -> Next ! done
    end.

%% Primes come from many processes, in any order.
primes() ->
    Primes = [receive {prime, P} -> P end || _ <- lists:seq(1, 25)],
    receive done -> lists:sort(Primes) end.

%% --- accounts, and transfers between them in both directions ---

bank() ->
    Pids = maps:from_list([{A, spawn(fun() -> account(100) end)} || A <- [a, b, c]]),
    Transfer = fun(From, To, Amount) -> fun() ->
        case call(maps:get(From, Pids), {withdraw, Amount}) of
            ok -> ok = call(maps:get(To, Pids), {deposit, Amount});
            poor -> exit(poor)
        end
    end end,
    run_all([Transfer(F, T, N) || {F, T} <- [{a, b}, {b, c}, {c, a}, {b, a}], N <- lists:seq(1, 10)]),
    Balances = [call(Pid, balance) || Pid <- maps:values(Pids)],
    Poor = run_all([Transfer(a, b, 10000)]),
    {lists:sum(Balances), Poor}.

account(Balance) ->
    receive
        {{withdraw, N}, _, _} = R when N =< Balance -> answer(R, ok), account(Balance - N);
        {{withdraw, _}, _, _} = R -> answer(R, poor), account(Balance);
        {{deposit, N}, _, _} = R -> answer(R, ok), account(Balance + N);
        {balance, _, _} = R -> answer(R, Balance), account(Balance)
    end.

publish_subscribe() ->
    Self = self(),
    Hub = spawn(fun() -> hub([]) end),
    [begin Pid = spawn(fun() -> subscriber(Self, N, []) end), ok = call(Hub, {subscribe, Pid}) end
        || N <- [1, 2, 3]],
    [ok = call(Hub, {publish, M}) || M <- [x, y, z]],
    ok = call(Hub, {publish, stop}),
    lists:sort([receive {heard, N, Messages} -> {N, Messages} end || _ <- [1, 2, 3]]).

hub(Subscribers) ->
    receive
        {{subscribe, Pid}, _, _} = R -> answer(R, ok), hub([Pid | Subscribers]);
        {{publish, M}, _, _} = R -> [Pid ! M || Pid <- Subscribers], answer(R, ok), hub(Subscribers)
    end.

subscriber(Report, N, Heard) -> receive stop -> Report ! {heard, N,
    lists:reverse(Heard)}; M -> subscriber(Report, N, [M | Heard]) end.

parallel_fibonacci(N) when N < 2 -> N;
parallel_fibonacci(N) ->
    Self = self(),
    [A, B] = [spawn(fun() -> Self ! {self(), parallel_fibonacci(N - K)} end) || K <- [1, 2]],
    receive {A, X} -> receive {B, Y} -> X + Y end end.
