%%! explore: f/1
%%! runs: 50
%% Each layer is given the next one.
-module(higher_middleware).
-export([f/1]).

-spec f(fun((integer(), fun((integer()) -> integer())) -> integer())) -> ok.
f(Layer) ->
    Handler = fun(Request) -> Request * 10 end,
    Inner = fun(Request) -> Layer(Request, Handler) end,
    case Layer(1, Inner) of
        70 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 2)
        _ -> ok
    end.
