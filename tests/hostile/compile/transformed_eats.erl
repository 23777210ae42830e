%%! tries: to eat memory while it is compiled
%%! seconds: 20
%%! build: transform_eats.erl to ebin
%%! ermine: run transformed_eats.erl f/1 --time 1s --memory 300 -pa ebin
%%! not on the node
%%! not together
-module(transformed_eats).
-export([f/1]).
-compile({parse_transform, transform_eats}).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
