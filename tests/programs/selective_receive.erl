%% Selective receive: order of the mailbox, messages left behind, guards in receive, `after 0`,
%% time limits that fire and that do not, receives nested in each other and in odd places.
-module(selective_receive).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{by_pattern, fun by_pattern/0},
         {by_guard, fun by_guard/0},
         {by_reference, fun by_reference/0},
         {failing_guard, fun failing_guard/0},
         {after_zero, fun after_zero/0},
         {poll, fun poll/0},
         {timeout_resets, fun timeout_resets/0},
         {only_timeout, fun only_timeout/0},
         {infinity, fun infinity/0},
         {nested, fun nested/0},
         {inside_try, fun inside_try/0},
         {inside_comprehension, fun inside_comprehension/0},
         {as_an_argument, fun as_an_argument/0},
         {bound_variable, fun bound_variable/0},
         {bad_timeout, fun bad_timeout/0},
         {late_message, fun late_message/0}]].

fill(Messages) -> [self() ! Message || Message <- Messages], ok.

flush() ->
    receive Message -> [Message | flush()] after 0 -> [] end.

by_pattern() ->
    fill([{b, 1}, {a, 2}, c, {b, 3}, {a, 4}]),
    First = receive {a, X} -> X end,
    Second = receive {a, Y} -> Y end,
    {First, Second, flush()}.

by_guard() ->
    fill(lists:seq(1, 10)),
    Even = fun Even() -> receive N when N rem 2 =:= 0 -> [N | Even()] after 0 -> [] end end,
    {Even(), flush()}.

by_reference() ->
    Server = spawn(fun Loop() ->
        receive
            {From, Reference, N} -> From ! {Reference, N * N}, Loop();
            stop -> ok
        end
    end),
    References = [begin Reference = make_ref(), Server ! {self(), Reference, N}, {N, Reference} end
                  || N <- lists:seq(1, 5)],
    Answers = [receive {Reference, Answer} -> {N, Answer} end
        || {N, Reference} <- lists:reverse(References)],
    Server ! stop,
    Answers.

%% `hd` of something that is no list fails inside the guard: the clause does not match.
failing_guard() ->
    fill([atom, {tuple}, [1], [2]]),
    First = receive M when hd(M) =:= 2 -> {second, M}; M when hd(M) > 0 -> {first, M} end,
    {First, flush()}.

after_zero() ->
    Empty = receive _ -> something after 0 -> nothing end,
    fill([x]),
    NoMatch = receive y -> something after 0 -> nothing end,
    Match = receive x -> something after 0 -> nothing end,
    {Empty, NoMatch, Match}.

poll() -> poll(0).
poll(3) -> gave_up;
poll(N) -> receive never -> got_it after 1 -> poll(N + 1) end.

timeout_resets() ->
    fill([a, b]),
    T = fun(Pattern) -> receive Pattern -> {got, Pattern} after 5 -> {none, Pattern} end end,
    Results = [T(b), T(z), T(a), T(a)],
    {Results, flush()}.

only_timeout() ->
    fill([stays]),
    receive after 2 -> ok end,
    flush().

infinity() ->
    fill([go]),
    Limit = infinity,
    receive go -> went after Limit -> never end.

nested() ->
    fill([{data, 1}, {data, 2}, {key, k}, {data, 3}]),
    Result = receive
        {key, Key} ->
            receive {data, First} ->
                receive {data, Second} when Second > First -> {Key, First, Second} end
            end
    end,
    {Result, flush()}.

inside_try() ->
    fill([{raise, oops}]),
    Result =
        try
            receive {raise, Reason} -> throw(Reason) end
        catch
            throw:Thrown -> receive {raise, _} -> again after 0 -> {caught, Thrown} end
        after
            self() ! cleaned
        end,
    {Result, flush()}.

inside_comprehension() ->
    fill([3, 1, 2]),
    [receive N -> N * 10 end || N <- [1, 2, 3]].

as_an_argument() ->
    fill([1, 2]),
    max(receive A -> A end, receive B -> B end).

bound_variable() ->
    fill([{id, 1}, {id, 2}]),
    Wanted = 2,
    Got = receive {id, Wanted} = Message -> Message end,
    {Got, flush()}.

bad_timeout() ->
    [try receive never -> ok after hostile(Limit) -> timeout end
     catch Class:Reason -> {Class, Reason}
     end || Limit <- [-1, atom, 1.0, 1 bsl 64]].

hostile(X) -> X.

%% The message arrives while we wait: the time limit does not fire.
late_message() ->
    Self = self(),
    spawn(fun() -> receive after 5 -> ok end, Self ! noise, Self ! late end),
    Result = receive late -> in_time after 60000 -> too_late end,
    {Result, flush()}.
