%%! explore: countdown/1
%% A loop that counts past its end.
-module(endless_loop).
-export([countdown/1]).
%%! reductions: 20000

-spec countdown(integer()) -> done.
countdown(N) when N > 5 -> done;
countdown(0) -> done;
countdown(N) -> countdown(N - 1).

%%! depth: 20
%%! hang: countdown(N) when N < 0
