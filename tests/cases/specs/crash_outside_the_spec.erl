%%! explore: average/1
%% The empty list crashes it, and the spec rules it out.
-module(crash_outside_the_spec).
-export([average/1]).

-spec average([-1000..1000, ...]) -> float().
average(List) -> sum(List) / count(List).

sum([]) -> 0;
sum([X | Xs]) -> X + sum(Xs).

count([]) -> 0;
count([_ | Xs]) -> 1 + count(Xs).

%%! depth: 8
%%! verdict: no_crash_found
