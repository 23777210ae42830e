%%! explore: f/1
%% The arguments repeat, and what the process keeps elsewhere does not.
-module(counts_in_dictionary).
-export([f/1]).
%%! reductions: 20000

-spec f(1..2) -> ok.
f(1) ->
    put(count, 0),
    loop();
f(2) -> ok.

loop() ->
    case put(count, get(count) + 1) of
        1_000_000_000 -> ok;
        _ -> loop()
    end.

%%! may hang: f(1)
%%! verdict: no_crash_found
