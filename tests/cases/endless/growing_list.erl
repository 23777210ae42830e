%%! explore: fill/2
%% A list that gets longer for ever, and a step that goes past the number it is to meet.
-module(growing_list).
-export([fill/2]).
%%! reductions: 20000

-spec fill(0 | 1, integer()) -> [integer()].
fill(0, _) -> [];
fill(1, N) when N < 0; N > 9 -> [N];
fill(1, N) -> fill(N, 10, []).

fill(N, N, List) -> List;
fill(N, Last, List) -> fill(N + 2, Last, [N | List]).

%%! depth: 30
%%! hang: fill(1, N) when N rem 2 =:= 1
