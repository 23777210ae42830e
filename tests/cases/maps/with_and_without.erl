%%! explore: pick/1
%% `maps:with/2` and `maps:without/2` of a map of the input.
-module(with_and_without).
-export([pick/1]).

-spec pick(map()) -> term().
pick(Map) ->
    case {maps:with([a, b], Map), maps:without([a, b], Map)} of
        {#{a := 1, b := 2}, Rest} when map_size(Rest) =:= 1 -> error(one_more);
%%                                                             ^^^^^^^^^^^^^^^ crash: error:one_more, pick(#{a := 1, b := 2} = M) when map_size(M) =:= 3
        {#{a := _}, #{a := _}} -> error(impossible);
        {Some, _} -> map_size(Some)
    end.

%%! stop: exhausted
%%! complete
