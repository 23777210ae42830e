%%! explore: with_lock/1
%% `after` runs in any case; an exception in it replaces the first one.
-module(after_clause).
-export([with_lock/1]).

with_lock(Action) ->
    try act(Action)
    after release(Action)
    end.

act(fail) -> error(action_failed);
%%           ^^^^^^^^^^^^^^^^^^^^ crash: error:action_failed, with_lock(fail)
act(stuck) -> error(never_seen);
act(_) -> ok.

release(stuck) -> error(cannot_release);
%%                ^^^^^^^^^^^^^^^^^^^^^ crash: error:cannot_release, with_lock(stuck)
release(_) -> ok.

%%! stop: exhausted
%%! complete
%%! covers: all
