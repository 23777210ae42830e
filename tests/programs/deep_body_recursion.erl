%% Body recursion over a list of a million elements: the stack grows as far as memory allows.
-module(deep_body_recursion).
-export([main/0]).

main() ->
    List = lists:seq(1, 1000000),
    Doubled = double(List),
    [sum(List), length_of(Doubled), lists:last(Doubled), lists:foldr(fun(X, Sum) -> X - Sum end, 0, List),
     erlang:phash2(Doubled), is_sorted(append(List, [1000001])), depth(nested(100000)),
     try fails_at_the_end(List) catch throw:Where -> Where end].

double([]) -> [];
double([X | Rest]) -> [2 * X | double(Rest)].

sum([]) -> 0;
sum([X | Rest]) -> X + sum(Rest).

length_of([]) -> 0;
length_of([_ | Rest]) -> 1 + length_of(Rest).

append([], Tail) -> Tail;
append([X | Rest], Tail) -> [X | append(Rest, Tail)].

is_sorted([X, Y | Rest]) when X =< Y -> is_sorted([Y | Rest]);
is_sorted([_]) -> true;
is_sorted(_) -> false.

nested(0) -> [];
nested(N) -> [nested(N - 1)].

depth([]) -> 0;
depth([Inner]) -> 1 + depth(Inner).

fails_at_the_end([]) -> throw(at_the_end);
fails_at_the_end([X | Rest]) -> [X | fails_at_the_end(Rest)].
