%%! explore: color/2
%% Every key that the argument can be is required in the map.
-module(keys_of_a_type_proof).
-export([color/2]).

-type color() :: red | green | blue.

-spec color(color(), #{red := byte(), green := byte(), blue := byte()}) -> byte().
color(Which, Colors) -> maps:get(Which, Colors).

%%! verdict: proved
