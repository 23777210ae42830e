%%! tries: to be compiled forever
%%! build: transform_loops.erl to ebin
%%! seconds: 95
%%! thoroughly: run transformed_forever.erl f/1 --time 1s --memory 300 -pa ebin
%%! not on the node
%%! not together
-module(transformed_forever).
-export([f/1]).
-compile({parse_transform, transform_loops}).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
