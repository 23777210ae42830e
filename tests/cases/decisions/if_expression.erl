%%! explore: sign/1
%% `if` without a last `true`: the value that no guard admits.
-module(if_expression).
-export([sign/1]).

-spec sign(integer()) -> atom().
sign(X) ->
    if
%%  ^^ crash: error:if_clause, sign(3)
        X > 3 -> large;
        X < 3 -> small
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
