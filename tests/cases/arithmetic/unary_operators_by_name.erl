%%! explore: mapped/1
%% Operators of one operand are followed by their names, too: `+X` is what it was.
-module(unary_operators_by_name).
-export([mapped/1]).

-spec mapped([integer()]) -> ok.
mapped(List) ->
    case lists:map(fun erlang:'+'/1, lists:map(fun erlang:'bnot'/1, List)) of
        [5, -7] -> error(found);
%%                 ^^^^^^^^^^^^ crash: error:found, mapped([-6, 6])
        _ -> ok
    end.

%%! depth: 24
%%! covers: all
