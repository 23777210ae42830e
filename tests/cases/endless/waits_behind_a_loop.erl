%%! explore: f/1
%% The process under test waits for a message, and whoever could send one never does.
-module(waits_behind_a_loop).
-export([f/1]).
%%! reductions: 20000

-spec f(1..2) -> ok.
f(1) ->
    Reference = make_ref(),
    spawn(fun() -> spin() end),
    receive Reference -> ok end;
f(2) -> ok.

spin() -> spin().

%%! hang: f(1)
%%! stop: exhausted
