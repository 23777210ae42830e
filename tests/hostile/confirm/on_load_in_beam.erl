%%! tries: to strike from a .beam file that is tested
%%! build: loaded_strikes.erl to ebin
%%! ermine: run ebin/loaded_strikes.beam divide/1 --time 1s --memory 300
%%! ermine: check ebin --time 1s --memory 300
%%! ermine: core ebin/loaded_strikes.beam
%%! ermine: eval ebin/loaded_strikes.beam divide [1] --memory 300
%%! not on the node
%%! not together
-module(on_load_in_beam).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> loaded_strikes:divide(N).
