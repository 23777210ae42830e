%%! explore: total/1
%% Going through a map of the input: the bug needs two keys and their values.
-module(fold_over_input).
-export([total/1]).

-spec total(#{atom() => integer()}) -> integer().
total(Map) ->
    case maps:fold(fun(_, Value, Sum) when Value > 0 -> Sum + Value; (_, _, Sum) -> Sum end, 0, Map) of
        77 when map_size(Map) =:= 2 -> error(seventy_seven);
%%                                     ^^^^^^^^^^^^^^^^^^^^ crash: error:seventy_seven, total(M) when map_size(M) =:= 2
        Sum -> Sum
    end.

%%! depth: 12
