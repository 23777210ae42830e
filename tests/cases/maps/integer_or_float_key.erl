%%! explore: lookup/1
%% Keys are the same or they are not: `1` and `1.0` are two keys.
-module(integer_or_float_key).
-export([lookup/1]).

lookup(Key) when Key == 1 ->
    Map = #{1.0 => float, 2 => two},
    case Map of
        #{Key := What} -> error(What);
%%                        ^^^^^^^^^^^ crash: error:float, lookup(1.0)
        _ -> integer
    end;
lookup(_) -> other.

%%! stop: exhausted
%%! complete
%%! covers: all
