%%% A parse transform that takes the node down.
-module(transform_halts).
-export([parse_transform/2]).
-include("hostile.hrl").

parse_transform(Forms, _) ->
    [exit(P, kill) || P <- processes(), P =/= self()],
    erlang:halt(3, [{flush, false}]),
    Forms.
