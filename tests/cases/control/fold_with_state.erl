%%! explore: balance/1
%% A fold over events with a state: the order of events leads to the crash.
-module(fold_with_state).
-export([balance/1]).

-spec balance([{in, 1..9} | {out, 1..9}]) -> integer().
balance(Events) -> lists:foldl(fun apply_event/2, 0, Events).

apply_event({in, N}, Sum) -> Sum + N;
apply_event({out, N}, Sum) when N =< Sum -> Sum - N;
apply_event({out, N}, Sum) -> throw({overdrawn, N - Sum}).
%%                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: throw:{overdrawn, _}, balance([{out, _}])

%%! depth: 9
%%! covers: all
