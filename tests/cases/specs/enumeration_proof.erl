%%! explore: turn/2
%% Two finite types, all of their combinations handled: a proof.
-module(enumeration_proof).
-export([turn/2]).

-spec turn(north | east | south | west, left | right) -> north | east | south | west.
turn(north, left) -> west;
turn(north, right) -> east;
turn(east, left) -> north;
turn(east, right) -> south;
turn(south, left) -> east;
turn(south, right) -> west;
turn(west, left) -> south;
turn(west, right) -> north.

%%! stop: exhausted
%%! verdict: proved
%%! covers: all
