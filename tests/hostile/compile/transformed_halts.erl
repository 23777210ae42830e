%%! tries: to take the node down while it is compiled
%%! build: transform_halts.erl to ebin
%%! options: -pa ebin
%%! ermine: run transformed_halts.erl f/1 --time 1s --memory 300 -pa ebin
%%! ermine: core transformed_halts.erl f/1 -pa ebin --no-cache
%%! ermine: eval transformed_halts.erl f [1] --memory 300 -pa ebin --no-cache
%%! ermine: check transformed_halts.erl --time 1s --memory 300 -pa ebin
%%! not on the node
%%! not together
-module(transformed_halts).
-export([f/1]).
-compile({parse_transform, transform_halts}).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
