%%! explore: negative/1
%% What a filter leaves of a map of the input.
-module(filter_values).
-export([negative/1]).

-spec negative(#{a | b | c => integer()}) -> term().
negative(Map) ->
    case maps:filter(fun(_, Value) -> Value < 0 end, Map) of
        #{a := _, c := C} = Left when map_size(Left) =:= 2 -> error({two, C});
%%                                                            ^^^^^^^^^^^^^^^ crash: error:{two, _}, negative(#{a := A, c := C}) when A < 0, C < 0
        Left -> map_size(Left)
    end.

%%! depth: 20
%%! stop: exhausted
%%! covers: all
