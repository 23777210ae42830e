%%! explore: verb/1
%% None of the names that the spec allows begins with an x.
-module(no_such_name_proof).
-export([verb/1]).

-spec verb(get | put | post | delete) -> ok.
verb(Name) ->
    case atom_to_list(Name) of
        [$x | Rest] -> error(Rest);
        _ -> ok
    end.

%%! verdict: proved
