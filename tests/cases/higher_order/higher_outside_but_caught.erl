%%! explore: f/2
%%! runs: 50
%% Who catches that a fun refuses may ask whatever it likes; nor is anything wrong with what the type allows.
-module(higher_outside_but_caught).
-export([f/2]).

-spec f(fun((pos_integer()) -> atom()), integer()) -> atom().
f(F, N) when N > 0 ->
    F(N);
f(F, N) ->
    try F(N)
    catch error:_ -> refused
    end.

%%! verdict: proved
