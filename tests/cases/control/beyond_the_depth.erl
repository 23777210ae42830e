%%! explore: check/1
%% Nothing but the depth would end this search: it goes deeper where a clause was not reached.
-module(beyond_the_depth).
-export([check/1]).

-spec check([byte()]) -> ok.
check(Bytes) -> check(Bytes, 0).

check([1 | Rest], N) -> check(Rest, N + 1);
check([2 | _], N) when N > 130 -> error(deep);
%%                                ^^^^^^^^^^^ crash: error:deep, check(_)
check(_, _) -> ok.

%%! covers: all
