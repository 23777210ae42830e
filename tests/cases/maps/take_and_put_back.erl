%%! explore: rename/3
%% A value moves from one key to another.
-module(take_and_put_back).
-export([rename/3]).

-spec rename(atom(), atom(), #{atom() => integer()}) -> map().
rename(From, To, Map) ->
    case maps:take(From, Map) of
        {Value, Rest} when is_map_key(To, Rest) -> error({overwrites, To, Value});
%%                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{overwrites, _, _}, rename(A, B, M) when A =/= B, is_map_key(A, M), is_map_key(B, M)
        {Value, Rest} -> Rest#{To => Value};
        error -> Map
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
