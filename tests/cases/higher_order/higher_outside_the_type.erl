%%! explore: f/2
%%! runs: 20
%% The type of the fun does not say that it takes 0, and the program gives it that.
-module(higher_outside_the_type).
-export([f/2]).

-spec f(fun((pos_integer()) -> atom()), integer()) -> atom().
f(F, N) ->
    F(N).

%%! outside a fun's type: f(F, N) when N < 1
