%%! explore: f/1
%%! runs: 50
%% What the input raises in another process is not the fault of the program that is linked to it.
-module(higher_in_a_linked_process).
-export([f/1]).

-spec f(fun((integer()) -> integer())) -> ok.
f(F) ->
    Me = self(),
    Child = spawn_link(fun() -> Me ! {self(), F(3)} end),
    receive {Child, _} -> ok end.

%%! verdict: no_crash_found
