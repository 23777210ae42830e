%%! explore: f/1
%% Keys of kinds that have no plain order: pids, binaries, pairs.
-module(pids_as_keys).
-export([f/1]).

-spec f(#{pid() => integer()} | {#{binary() => integer()}} | [#{{atom(), integer()} => integer()}]) -> ok.
f(#{} = Workers) when map_size(Workers) =:= 2 -> error(two_workers);
%%                                               ^^^^^^^^^^^^^^^^^^ crash: error:two_workers, f(#{})
f({Names}) when map_size(Names) =:= 3 -> error(three_names);
%%                                       ^^^^^^^^^^^^^^^^^^ crash: error:three_names, f({#{}})
f([Pairs | _]) when map_size(Pairs) > 3 -> error(many_pairs);
%%                                         ^^^^^^^^^^^^^^^^^ crash: error:many_pairs, f([#{} | _])
f(_) -> ok.

%%! covers: all
