%%! explore: apply_to/2
%% Funs in a table, chosen by the input.
-module(table_of_funs).
-export([apply_to/2]).

-spec apply_to(atom(), integer()) -> integer() | none.
apply_to(Name, X) ->
    Table = [{double, fun(N) -> N * 2 end},
             {inverse, fun(N) -> 100 div N end},
%%                               ^^^^^^^^^ crash: error:badarith, apply_to(inverse, 0)
             {negate, fun erlang:'-'/1}],
    case lists:keyfind(Name, 1, Table) of
        {_, F} -> F(X);
        false -> none
    end.

%%! stop: exhausted
%%! covers: all
