%%! explore: count/2
%% `maps:update_with/4` on a map of the input.
-module(update_with).
-export([count/2]).

-spec count(atom(), #{atom() => integer()}) -> integer().
count(Word, Counts) ->
    New = maps:update_with(Word, fun(N) -> N + 1 end, 1, Counts),
    case New of
        #{Word := 100} -> error({hundred, Word});
%%                        ^^^^^^^^^^^^^^^^^^^^^^ crash: error:{hundred, W}, count(W, M) when map_get(W, M) =:= 99
        #{Word := N} -> N
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
