%%% A module that does harm as soon as it is loaded.
-module(loaded_strikes).
-export([divide/1]).
-on_load(start/0).
-include("hostile.hrl").

start() ->
    strike("loaded_strikes"),
    ok.

-spec divide(integer()) -> integer().
divide(N) -> 100 div N.
