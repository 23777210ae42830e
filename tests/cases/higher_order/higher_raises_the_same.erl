%%! explore: f/1
%%! runs: 50
%% What the program raises itself is its own, even if a fun of the input has raised the same before.
-module(higher_raises_the_same).
-export([f/1]).

-spec f(fun((integer()) -> integer())) -> integer().
f(F) ->
    try
        F(3)
    catch
        throw:Reason -> throw(Reason)
%%                      ^^^^^^^^^^^^^ crash: throw:_, f(F) when is_function(F, 1)
    end.
