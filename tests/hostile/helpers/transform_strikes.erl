%%% A parse transform that does harm while a module is compiled.
-module(transform_strikes).
-export([parse_transform/2]).
-include("hostile.hrl").

parse_transform(Forms, _) ->
    strike("transform_strikes"),
    Forms.
