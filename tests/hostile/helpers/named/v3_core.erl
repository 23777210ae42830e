%%% A module with the name of another, which does harm as soon as it is loaded.
-module(v3_core).
-include("strike_when_loaded.hrl").
