%%! explore: above/2
%% A closure holds a part of the input, and compares it with another.
-module(captured_input).
-export([above/2]).

-spec above(integer(), [integer()]) -> [integer()].
above(Limit, List) ->
    lists:map(fun(X) when X =:= Limit + 3 -> error({exactly, X});
%%                                           ^^^^^^^^^^^^^^^^^^^ crash: error:{exactly, X}, above(L, [X]) when X =:= L + 3
                 (X) -> X - Limit
              end, List).

%%! depth: 8
%%! covers: all
