%%! explore: spool/1
%% A crash stays one, whatever the run has asked for before.
-module(crash_behind_the_environment).
-export([spool/1]).

-spec spool(integer()) -> integer().
spool(Days) ->
    _ = os:getenv("SPOOL_DIR"),
    100 div Days.
%%  ^^^^^^^^^^^^ crash: error:badarith, spool(0)

%%! stop: exhausted
%%! verdict: crash
