%%! tries: to start programs while it is compiled
%%! build: transform_forks.erl to ebin
%%! options: -pa ebin
%%! ermine: run transformed_forks.erl f/1 --time 1s --memory 300 -pa ebin
%%! ermine: core transformed_forks.erl f/1 -pa ebin --no-cache
%%! ermine: eval transformed_forks.erl f [1] --memory 300 -pa ebin --no-cache
%%! ermine: check transformed_forks.erl --time 1s --memory 300 -pa ebin
%%! not on the node
%%! not together
-module(transformed_forks).
-export([f/1]).
-compile({parse_transform, transform_forks}).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
