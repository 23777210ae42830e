%% A flood of messages: tens of thousands into one mailbox, read in order, in reverse by selective
%% receive, and by priority.
-module(message_flood).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{in_order, fun in_order/0},
         {many_senders, fun many_senders/0},
         {backwards, fun backwards/0},
         {by_priority, fun by_priority/0},
         {big_messages, fun big_messages/0},
         {echo, fun echo/0}]].

in_order() ->
    Count = 50000,
    Self = self(),
    spawn_link(fun() -> [Self ! {n, N} || N <- lists:seq(1, Count)] end),
    in_order(1, Count).

in_order(N, Count) when N > Count -> {all, Count};
in_order(N, Count) -> receive {n, N} -> in_order(N + 1, Count); {n, Other} -> {out_of_order, N, Other} end.

%% The order between senders is free, the order of each sender is not.
many_senders() ->
    Self = self(),
    Senders = 20,
    [spawn_link(fun() -> [Self ! {Sender, N} || N <- lists:seq(1, 500)] end)
        || Sender <- lists:seq(1, Senders)],
    Last = collect(Senders * 500, maps:from_keys(lists:seq(1, Senders), 0)),
    lists:usort(maps:values(Last)).

collect(0, Last) -> Last;
collect(Left, Last) ->
    receive
        {Sender, N} when N =:= map_get(Sender, Last) + 1 -> collect(Left - 1, Last#{Sender := N})
    end.

backwards() ->
    Count = 1000,
    [self() ! {back, N} || N <- lists:seq(1, Count)],
    lists:sum([begin receive {back, N} -> N end end || N <- lists:seq(Count, 1, -1)]).

by_priority() ->
    [self() ! {N rem 3, N} || N <- lists:seq(1, 30)],
    drain().

drain() ->
    receive {0, N} -> [N | drain()]
    after 0 ->
        receive {1, N} -> [N | drain()]
        after 0 ->
            receive {2, N} -> [N | drain()] after 0 -> [] end
        end
    end.

big_messages() ->
    Self = self(),
    Binary = binary:copy(<<"0123456789">>, 10000),
    List = lists:seq(1, 10000),
    spawn_link(fun() -> [Self ! {big, N, Binary, List} || N <- lists:seq(1, 10)] end),
    lists:sum([receive {big, N, B, L} -> byte_size(B) + length(L) end || N <- lists:seq(1, 10)]).

echo() ->
    Server = spawn_link(fun Loop() -> receive {From, M} -> From ! {self(), M}, Loop(); stop -> ok end end),
    Sum = lists:foldl(fun(N, Acc) ->
        Server ! {self(), N},
        receive {Server, M} -> Acc + M end
    end, 0, lists:seq(1, 10000)),
    Server ! stop,
    Sum.
