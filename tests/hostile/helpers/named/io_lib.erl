%%% A module with the name of another, which does harm as soon as it is loaded.
-module(io_lib).
-include("strike_when_loaded.hrl").
