%%! explore: read/1
%% Whether a text is a float is decided character by character.
-module(no_float).
-export([read/1]).

-spec read({char(), char(), char()}) -> float() | none.
read({$1, Point, Digit}) ->
    list_to_float([$1, Point, Digit]);
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, read({$1, Point, Digit}) when Point =/= $.; Digit < $0; Digit > $9
read(_) -> none.

%%! covers: all
