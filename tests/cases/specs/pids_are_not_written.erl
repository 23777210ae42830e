%%! explore: is_alive/1
%% No pid can be written down, so what only pids do is never tried, and never proved.
-module(pids_are_not_written).
-export([is_alive/1]).

is_alive(Pid) when is_pid(Pid) -> error(cannot_tell);
is_alive(_) -> false.

%%! stop: exhausted
%%! verdict: no_crash_found
