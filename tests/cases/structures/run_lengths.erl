%%! explore: decode/1
%% Run-length decoding: a count that is no count.
-module(run_lengths).
-export([decode/1]).

-spec decode([{integer(), char()}]) -> string().
decode([]) -> [];
decode([{0, _} | Rest]) -> decode(Rest);
decode([{Count, Letter} | Rest]) when Count < 4, Count > 0 -> [Letter | decode([{Count - 1, Letter} | Rest])];
decode([{Count, _} | _]) -> error({count, Count}).
%%                          ^^^^^^^^^^^^^^^^^^^^^ crash: error:{count, _}, decode([{C, _} | _]) when C < 0; C > 3

%%! depth: 9
%%! covers: all
