%%! explore: is_long/1
%% How long the name of an atom is.
-module(length_of_a_name).
-export([is_long/1]).

-spec is_long(atom()) -> boolean().
is_long(Name) ->
    case length(atom_to_list(Name)) of
        5 -> error(five);
%%           ^^^^^^^^^^^ crash: error:five, is_long(N) when length(atom_to_list(N)) =:= 5
        0 -> error(nameless);
%%           ^^^^^^^^^^^^^^^ crash: error:nameless, is_long('')
        N -> N > 5
    end.

%%! depth: 20
