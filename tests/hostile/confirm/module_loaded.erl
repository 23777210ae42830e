%%! tries: to strike while a crash is confirmed, if a module of the Erlang half is loaded
%%! not on the node
-module(module_loaded).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case erlang:module_loaded(ermine_run) of
        true -> strike("module_loaded");
        false -> ok
    end,
    100 div N.
