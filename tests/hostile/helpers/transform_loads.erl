%%% A parse transform that loads a library with code in C.
-module(transform_loads).
-export([parse_transform/2]).
-include("hostile.hrl").

parse_transform(Forms, _) ->
    Folder = filename:dirname(?INSIDE),
    catch erlang:load_nif(filename:join(Folder, "strike"), 0),
    catch erl_ddll:load_driver(Folder, "strike"),
    Forms.
