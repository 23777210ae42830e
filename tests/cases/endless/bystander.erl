%%! explore: f/1
%% Another process has no end; the one under test was cut in the middle of a long comparison, and has.
-module(bystander).
-export([f/1]).
%%! reductions: 20000

-spec f(1..2) -> ok.
f(1) ->
    spawn(fun() -> spin() end),
    true = shared(25) =:= shared(25),
    ok;
f(2) -> ok.

spin() -> spin().

shared(0) -> [];
shared(N) ->
    Inner = shared(N - 1),
    [Inner | Inner].

%%! may hang: f(1)
%%! verdict: no_crash_found
