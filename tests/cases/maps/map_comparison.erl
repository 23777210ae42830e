%%! explore: compare/2
%% Maps are equal if their keys and values are.
-module(map_comparison).
-export([compare/2]).

compare(Map, N) when Map =:= #{a => 1, b => [N]} -> error({equal, N});
%%                                                  ^^^^^^^^^^^^^^^^^ crash: error:{equal, N}, compare(#{a := 1, b := [N]}, N)
compare(Map, _) when Map == #{} -> empty;
compare(_, _) -> other.

%%! stop: exhausted
%%! covers: all
