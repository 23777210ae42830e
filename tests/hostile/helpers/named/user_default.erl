%%% A module with the name of another, which does harm as soon as it is loaded.
-module(user_default).
-include("strike_when_loaded.hrl").
