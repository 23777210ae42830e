%% The process dictionary: put, get, erase, keys; each process has its own.
-module(process_dictionary).
-export([main/0]).

main() ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit(run()) end),
    receive {'DOWN', Monitor, process, Pid, Result} -> Result end.

run() ->
    Start = get(),
    Puts = [put(Key, Value) || {Key, Value} <- [{a, 1}, {b, 2}, {a, 3}, {1, int}, {1.0, float},
        {{t}, "tuple"}]],
    Gets = [get(Key) || Key <- [a, b, 1, 1.0, {t}, unknown]],
    %% 1 and 1.0 are equal to sort/1, which then keeps the dictionary's own order.
    Keys = [Key || {_, Key} <- lists:sort([{is_float(Key), Key} || Key <- get_keys()])],
    KeysOf3 = get_keys(3),
    Everything = lists:sort(get()),
    Erased = [erase(Key) || Key <- [a, a, unknown]],
    Child = child_sees(),
    Recursion = memo_fib(60),
    Memos = length([Key || {fib, _} = Key <- get_keys()]),
    Rest = lists:sort([Pair || {Key, _} = Pair <- erase(),
        not is_tuple(Key) orelse element(1, Key) =/= fib]),
    [{start, Start}, {puts, Puts}, {gets, Gets}, {keys, Keys}, {keys_of_3, KeysOf3},
     {everything, Everything}, {erased, Erased}, {child, Child}, {memo, Recursion, Memos},
     {rest, Rest}, {finally, get(), process_info(self(), dictionary)}].

child_sees() ->
    Self = self(),
    Child = spawn(fun() -> put(mine, 1), Self ! {self(), get()} end),
    receive {Child, Dictionary} -> {Dictionary, get(mine)} end.

memo_fib(N) when N < 2 -> N;
memo_fib(N) ->
    case get({fib, N}) of
        undefined ->
            Value = memo_fib(N - 1) + memo_fib(N - 2),
            undefined = put({fib, N}, Value),
            Value;
        Value -> Value
    end.
