%%! explore: outer/1
%% Inner loops end, each time; the outer one does not.
-module(inner_loop).
-export([outer/1]).
%%! reductions: 50000

-spec outer(boolean()) -> ok.
outer(false) -> ok;
outer(true) -> outer(1, []).

outer(N, Seen) ->
    Sum = sum(lists:seq(1, 5), 0),
    ok = count(Sum),
    outer(N + Sum, [N | Seen]).

sum([X | Xs], Sum) -> sum(Xs, Sum + X);
sum([], Sum) -> Sum.

count(0) -> ok;
count(N) -> count(N - 1).

%%! hang: outer(true)
%%! stop: exhausted
