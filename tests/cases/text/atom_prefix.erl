%%! explore: kind/1
%% An atom whose name begins in a certain way.
-module(atom_prefix).
-export([kind/1]).

-spec kind(atom()) -> atom().
kind(Name) ->
    case atom_to_list(Name) of
        "x_" ++ [_ | _] -> error(reserved);
%%                         ^^^^^^^^^^^^^^^ crash: error:reserved, kind(_)
        _ -> free
    end.

%%! covers: all
