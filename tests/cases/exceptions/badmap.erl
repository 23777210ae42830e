%%! explore: read/1
%% Maps in patterns and updates: `badmap` for what is none.
-module(badmap).
-export([read/1]).

read({update, Map}) -> Map#{seen => true};
%%                     ^^^^^^^^^^^^^^^^^^ crash: error:{badmap, X}, read({update, X}) when not is_map(X)
read(_) -> none.

%%! stop: exhausted
%%! covers: all
