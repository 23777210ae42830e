%%! explore: above/2
%% Whether a fun takes one argument has nothing to do with what it holds.
-module(guard_on_a_closure).
-export([above/2]).

above(Limit, Number) when is_integer(Limit), is_integer(Number) ->
    holds(fun(Each) -> Each > Limit end, Number);
above(_, _) -> false.

holds(F, Number) when is_function(F, 1) ->
    case F(Number) of
        true -> 1 div (Number - 10);
%%              ^^^^^^^^^^^^^^^^^^^ crash: error:badarith, above(Limit, 10) when Limit < 10
        false -> 0
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
