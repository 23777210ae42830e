%%! explore: grow/1
%% Whether a map grows by an update depends on what was there.
-module(size_after_update).
-export([grow/1]).

-spec grow(map()) -> same | two_more.
grow(Map) ->
    Larger = Map#{a => 1, b => 2},
    case map_size(Larger) - map_size(Map) of
        0 -> same;
        1 -> error(one_more);
%%           ^^^^^^^^^^^^^^^ crash: error:one_more, grow(M) when is_map_key(a, M) xor is_map_key(b, M)
        2 -> two_more
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
