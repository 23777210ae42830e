%%! tries: to run code in C while it is compiled, against the walls of the operating system
%%! build: transform_loads.erl to ebin
%%! build: strike.c to .
%%! ermine: run transformed_library.erl f/1 --time 1s --memory 300 -pa ebin
%%! ermine: core transformed_library.erl f/1 -pa ebin --no-cache
%%! not on the node
%%! not together
-module(transformed_library).
-export([f/1]).
-compile({parse_transform, transform_loads}).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
