%%% The library's own sort, on 100,000 numbers in no order.
-module(sort).
-export([run/0]).

run() ->
    Sorted = lists:sort(numbers(100000, 42, [])),
    {hd(Sorted), lists:last(Sorted)}.

numbers(0, _, Numbers) -> Numbers;
numbers(N, Seed, Numbers) ->
    Next = (Seed * 1103515245 + 12345) rem 2147483648,
    numbers(N - 1, Next, [Next | Numbers]).
