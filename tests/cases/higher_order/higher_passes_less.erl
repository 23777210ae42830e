%%! explore: f/1
%% The type promises a fun of all integers, and the program passes one of some.
-module(higher_passes_less).
-export([f/1]).

-spec f(fun((fun((integer()) -> ok)) -> ok)) -> ok.
f(Each) ->
    Each(fun take/1).

-spec take(pos_integer()) -> ok.
take(N) when N > 0 -> ok.
%%  ^^^^^^^^^^^^^^^^^^^^ crash: error:function_clause, f(F) when is_function(F, 1)
