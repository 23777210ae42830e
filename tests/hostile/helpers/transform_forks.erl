%%% A parse transform that starts programs that outlive it.
-module(transform_forks).
-export([parse_transform/2]).
-include("hostile.hrl").

parse_transform(Forms, _) ->
    os:cmd("(setsid sleep 20 &) ; setsid sleep 20 > /dev/null 2>&1 &"),
    strike(run, "transform_forks"),
    Forms.
