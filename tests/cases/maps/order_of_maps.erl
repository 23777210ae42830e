%%! explore: smaller/1
%% The smaller map comes first, whatever is in it.
-module(order_of_maps).
-export([smaller/1]).

-spec smaller(#{atom() => integer()}) -> term().
smaller(Map) ->
    if
        Map < #{k => 0} -> first;
        Map > #{k => 0, l => 0} -> last;
        map_size(Map) =:= 2 -> error(between);
%%                             ^^^^^^^^^^^^^^ crash: error:between, smaller(M) when map_size(M) =:= 2
        true -> one
    end.

%%! depth: 20
%%! covers: all
