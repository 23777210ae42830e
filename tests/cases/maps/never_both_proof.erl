%%! explore: state/1
%% A key is there or it is not: the error cannot happen.
-module(never_both_proof).
-export([state/1]).

-spec state(map()) -> term().
state(Map) ->
    Has = is_map_key(lock, Map),
    Open = maps:remove(lock, Map),
    case Open of
        #{lock := _} -> error(locked);
        #{} when Has, map_size(Open) >= map_size(Map) -> error(not_smaller);
        #{} when not Has, map_size(Open) =/= map_size(Map) -> error(not_the_same);
        #{} -> ok
    end.

%%! verdict: proved
