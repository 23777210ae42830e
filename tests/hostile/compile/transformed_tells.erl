%%! tries: to tell what is in a file outside of the project, as what the compiler says
%%! build: transform_tells.erl to ebin
%%! options: -pa ebin
%%! ermine: run transformed_tells.erl f/1 --time 1s --memory 300 -pa ebin
%%! ermine: core transformed_tells.erl f/1 -pa ebin --no-cache
%%! ermine: eval transformed_tells.erl f [1] --memory 300 -pa ebin --no-cache
%%! ermine: check transformed_tells.erl --time 1s --memory 300 -pa ebin
%%! not on the node
%%! not together
-module(transformed_tells).
-export([f/1]).
-compile({parse_transform, transform_tells}).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
