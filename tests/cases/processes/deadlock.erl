%%! explore: wait_for/1
%% Nobody will ever send what is waited for.
-module(deadlock).
-export([wait_for/1]).

wait_for(ready) ->
    self() ! ready,
    receive ready -> ok end;
wait_for(not_ready) ->
    receive ready -> ok end;
wait_for(_) -> ok.

%%! stop: exhausted
%%! deadlock: wait_for(not_ready)
