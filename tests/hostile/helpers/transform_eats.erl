%%% A parse transform that eats memory until it is stopped, up to two gigabytes.
-module(transform_eats).
-export([parse_transform/2]).
-include("hostile.hrl").

parse_transform(Forms, _) ->
    eat([], 2000),
    Forms.

eat(_, 0) -> ok;
eat(Eaten, Left) -> eat([binary:copy(<<1>>, 1 bsl 20) | Eaten], Left - 1).
