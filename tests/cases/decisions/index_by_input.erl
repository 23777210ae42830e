%%! explore: pick/1
%% Which element is taken depends on the input: each of them is tried.
-module(index_by_input).
-export([pick/1]).

-spec pick(0..9) -> atom().
pick(Index) ->
    case element(Index, {a, b, c, d, e, f, g}) of
%%       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, pick(I) when I =:= 0; I > 7
        e -> error(fifth);
%%           ^^^^^^^^^^^^ crash: error:fifth, pick(5)
        Other -> Other
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
