%%! explore: pipeline/1
%% Funs that make funs: the composition is applied to the input.
-module(composition).
-export([pipeline/1]).

-spec pipeline(integer()) -> integer().
pipeline(X) ->
    Double = fun(N) -> N * 2 end,
    Add = fun(M) -> fun(N) -> N + M end end,
    F = compose([Double, Add(5), Double]),
    case F(X) of
        74 -> error({solved, X});
%%            ^^^^^^^^^^^^^^^^^^ crash: error:{solved, 16}, pipeline(16)
        Y -> Y
    end.

compose([]) -> fun(X) -> X end;
compose([F | Fs]) ->
    G = compose(Fs),
    fun(X) -> G(F(X)) end.

%%! stop: exhausted
%%! complete
