%%! explore: poll/1
%% Asks its mailbox again and again. Nobody in this run could send anything; elsewhere, somebody may.
-module(polling).
-export([poll/1]).
%%! reductions: 20000

-spec poll(boolean()) -> ok.
poll(false) -> ok;
poll(true) ->
    receive
        stop -> ok
    after 0 -> poll(true)
    end.

%%! may hang: poll(true)
%%! verdict: no_crash_found
