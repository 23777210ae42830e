%%! tries: to strike when it has been compiled
%%! build: transform_later.erl to ebin
%%! options: -pa ebin
%%! ermine: run transformed_later.erl f/1 --time 1s --memory 300 -pa ebin
%%! ermine: core transformed_later.erl f/1 -pa ebin --no-cache
%%! ermine: eval transformed_later.erl f [1] --memory 300 -pa ebin --no-cache
%%! ermine: check transformed_later.erl --time 1s --memory 300 -pa ebin
%%! not on the node
%%! not together
-module(transformed_later).
-export([f/1]).
-compile({parse_transform, transform_later}).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
