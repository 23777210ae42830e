%%% Funs and the library's list functions.
-module(higher_order).
-export([run/0]).

run() -> lists:sum([step(N) || N <- lists:seq(1, 20)]).

step(Step) ->
    Numbers = lists:seq(1, 5000),
    Scaled = lists:map(fun(Number) -> Number * Step end, Numbers),
    Kept = lists:filter(fun(Number) -> Number rem 3 =/= 0 end, Scaled),
    lists:foldl(fun(Number, Sum) -> (Sum * 31 + Number) rem 1000003 end, 0, Kept).
