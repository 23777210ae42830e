%%! tries: to have a parse transform strike that ERL_COMPILER_OPTIONS names
%%! build: transform_strikes.erl to ebin
%%! environment: ERL_COMPILER_OPTIONS=[{parse_transform,transform_strikes},{outdir,"{outside}"},'P']
%%! ermine: run compiler_options.erl f/1 --time 1s --memory 300 -pa ebin
%%! ermine: core compiler_options.erl -pa ebin
%%! not on the node
%%! not together
-module(compiler_options).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
