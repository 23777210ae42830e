%%! tries: to strike while it is compiled
%%! build: transform_strikes.erl to ebin
%%! options: -pa ebin
%%! ermine: run transformed.erl f/1 --time 1s --memory 300 -pa ebin
%%! ermine: core transformed.erl f/1 -pa ebin --no-cache
%%! ermine: eval transformed.erl f [1] --memory 300 -pa ebin --no-cache
%%! ermine: check transformed.erl --time 1s --memory 300 -pa ebin
%%! not on the node
%%! not together
-module(transformed).
-export([f/1]).
-compile({parse_transform, transform_strikes}).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
