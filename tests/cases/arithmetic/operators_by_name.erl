%%! explore: total/2
%% Operators are functions that can be handed on and called by their names.
-module(operators_by_name).
-export([total/2]).

-spec total([integer()], integer()) -> ok.
total(List, X) ->
    case lists:foldl(fun erlang:'+'/2, 0, List) of
        42 when length(List) =:= 3 ->
            Operator = list_to_existing_atom("rem"),
            case erlang:apply(erlang, Operator, [X, 100]) of
                77 -> error(found);
%%                    ^^^^^^^^^^^^ crash: error:found, total([_, _, _], _)
                _ -> ok
            end;
        _ -> ok
    end.

%%! depth: 24
%%! covers: all
