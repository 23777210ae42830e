%% Mutual tail calls ten million deep, local, through a module and through funs: in constant space.
-module(deep_tail_calls).
-export([main/0, ping/2, pong/2]).

main() ->
    [is_even(10000000),
     is_odd(10000000),
     ?MODULE:ping(1000000, 0),
     through_fun(1000000, 0, fun through_fun/3),
     machine(red, 1000000, 0),
     in_try_value(100000, 0),
     collatz(27, 0)].

is_even(0) -> true;
is_even(N) -> is_odd(N - 1).

is_odd(0) -> false;
is_odd(N) -> is_even(N - 1).

ping(0, Count) -> {ping, Count};
ping(N, Count) -> ?MODULE:pong(N - 1, Count + 1).

pong(0, Count) -> {pong, Count};
pong(N, Count) -> ?MODULE:ping(N - 1, Count + 2).

through_fun(0, Sum, _) -> Sum;
through_fun(N, Sum, Fun) -> Fun(N - 1, Sum + N, Fun).

machine(_, 0, Greens) -> Greens;
machine(red, N, Greens) -> machine(green, N - 1, Greens + 1);
machine(green, N, Greens) -> machine(yellow, N - 1, Greens);
machine(yellow, N, Greens) -> machine(red, N - 1, Greens).

%% The part after `of` is a tail position.
in_try_value(0, Sum) -> Sum;
in_try_value(N, Sum) -> try N rem 7 of R -> in_try_value(N - 1, Sum + R) catch _:_ -> wrong end.

collatz(1, Steps) -> Steps;
collatz(N, Steps) when N rem 2 =:= 0 -> collatz(N div 2, Steps + 1);
collatz(N, Steps) -> collatz(3 * N + 1, Steps + 1).
