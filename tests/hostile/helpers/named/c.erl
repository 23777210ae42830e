%%% A module with the name of another, which does harm as soon as it is loaded.
-module(c).
-include("strike_when_loaded.hrl").
