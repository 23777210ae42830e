%%! explore: diff/2
%% Two maps of the input, the same or not.
-module(two_maps_alike).
-export([diff/2]).

diff(#{version := V} = Old, New) when V > 7, Old =:= New -> error({unchanged, V});
%%                                                          ^^^^^^^^^^^^^^^^^^^^^ crash: error:{unchanged, _}, diff(#{version := V} = M, M) when V > 7
diff(Old, New) when is_map(Old), is_map(New) -> changed;
diff(_, _) -> none.

%%! stop: exhausted
%%! covers: all
