%%! explore: same/1
%%! depth: 60
%%! verdict: no_crash_found
%% An atom is the atom of its text.
-module(atom_and_back_proof).
-export([same/1]).

-spec same(atom()) -> ok.
same(Name) ->
    case list_to_atom(atom_to_list(Name)) of
        Name -> ok;
        _ -> error(different)
    end.
