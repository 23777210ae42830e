%%! explore: wait/1
%% A timeout that is no time.
-module(timeout_value).
-export([wait/1]).

-spec wait(integer()) -> done.
wait(Milliseconds) when Milliseconds < 10 ->
%%^^ crash: error:timeout_value, wait(T) when T < 0
    receive after Milliseconds -> done end;
wait(_) -> done.

%%! stop: exhausted
