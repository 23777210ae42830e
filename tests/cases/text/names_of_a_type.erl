%%! explore: verb/1
%% Which of the names that the spec allows begins with a d?
-module(names_of_a_type).
-export([verb/1]).

-spec verb(get | put | post | delete) -> ok.
verb(Name) ->
    case atom_to_list(Name) of
        [$d | Rest] -> error(Rest);
%%                     ^^^^^^^^^^^ crash: error:"elete", verb(delete)
        _ -> ok
    end.

%%! covers: all
