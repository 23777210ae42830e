%%! explore: f/1
%%! runs: 50
%% Commit or roll back: one of two funs is called.
-module(higher_transaction).
-export([f/1]).

-spec f(fun((fun((integer()) -> ok), fun((atom()) -> ok)) -> ok)) -> ok.
f(Work) ->
    put(state, open),
    Work(fun(N) -> put(state, {committed, N}), ok end,
         fun(Why) -> put(state, {rolled_back, Why}), ok end),
    case get(state) of
        {rolled_back, full} ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
        _ -> ok
    end.
