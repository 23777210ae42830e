%%! explore: normalise/1
%% A proof without a spec: every term there is becomes a boolean.
-module(unreachable_proof).
-export([normalise/1]).

normalise(X) ->
    case to_boolean(X) of
        true -> yes;
        false -> no;
        Other -> error({not_reached, Other})
    end.

to_boolean(true) -> true;
to_boolean(0) -> false;
to_boolean([]) -> false;
to_boolean({ok, X}) -> to_boolean_of_result(X);
to_boolean(_) -> false.

to_boolean_of_result(false) -> false;
to_boolean_of_result(_) -> true.

%%! stop: exhausted
%%! verdict: proved
