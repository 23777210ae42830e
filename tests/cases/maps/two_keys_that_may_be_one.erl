%%! explore: put/3
%% What was put under one key is found under another, if these are the same.
-module(two_keys_that_may_be_one).
-export([put/3]).

-spec put(atom(), atom(), integer()) -> ok.
put(One, Other, Value) ->
    Map = #{One => 1, Other => Value},
    case map_get(One, Map) of
        1 -> ok;
        9 -> error(overwritten);
%%           ^^^^^^^^^^^^^^^^^^ crash: error:overwritten, put(K, K, 9)
        _ -> ok
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
