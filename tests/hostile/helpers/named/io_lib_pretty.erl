%%% A module with the name of another, which does harm as soon as it is loaded.
-module(io_lib_pretty).
-include("strike_when_loaded.hrl").
