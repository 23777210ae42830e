%%! explore: first/1
%% No atom has a surrogate in its name, and there is nothing between two characters.
-module(characters_of_an_atom).
-export([first/1]).

-spec first(atom()) -> ok.
first(Name) ->
    case atom_to_list(Name) of
        [C | _] when C >= 16#D800, C =< 16#DFFF -> error(surrogate);
        [C | _] when C > 222, C < 223 -> error(between);
        [C | _] when C > 16#D000, C < 16#E010 -> error(private);
%%                                               ^^^^^^^^^^^^^^ crash: error:private, first(_)
        _ -> ok
    end.

%%! stop: exhausted
%%! complete
