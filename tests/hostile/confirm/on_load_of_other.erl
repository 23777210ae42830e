%%! tries: to have a module loaded from the code path that strikes as soon as it is loaded
%%! build: loaded_strikes.erl to ebin
%%! options: -pa ebin
-module(on_load_of_other).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> loaded_strikes:divide(N).
