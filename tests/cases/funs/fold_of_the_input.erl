%%! explore: total/2
%% What a fun returns is what it is called with the next time.
-module(fold_of_the_input).
-export([total/2]).

-spec total(fun((integer(), integer()) -> integer()), [integer()]) -> integer().
total(F, List) ->
    case lists:foldl(F, 0, List) of
        42 when length(List) =:= 3 -> error(answer);
%%                                    ^^^^^^^^^^^^^ crash: error:answer, total(_, [_, _, _])
        Total -> Total
    end.

%%! depth: 12
%%! covers: all
