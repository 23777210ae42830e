%%! explore: scan/1
%% The key itself is what matters: an integer above a hundred, wherever it is.
-module(large_key).
-export([scan/1]).

scan(Map) when is_map(Map) ->
    [check(Key) || Key <- maps:keys(Map)];
scan(_) -> none.

check(Key) when is_integer(Key), Key > 100 -> error({too_large, Key});
%%                                            ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{too_large, _}, scan(M) when map_size(M) > 0
check(Key) -> Key.

%%! depth: 8
%%! covers: all
