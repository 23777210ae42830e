%%! explore: join/2
%% `maps:merge/2` names the argument that is no map.
-module(badmap_of_merge).
-export([join/2]).

join(Left, Right) when is_map(Left) -> maps:merge(Left, Right);
%%                                     ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmap, X}, join(_, X) when not is_map(X)
join(_, _) -> none.

%%! stop: exhausted
%%! complete
%%! covers: all
