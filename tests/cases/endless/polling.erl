%%! explore: poll/1
%% Asks its mailbox again and again, and nobody is there who could send anything.
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

%%! hang: poll(true)
%%! stop: exhausted
