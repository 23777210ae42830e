%%! tries: to strike as soon as it is loaded on the node
-module(on_load_of_module).
-export([f/1]).
-on_load(start/0).
-include("hostile.hrl").

start() ->
    strike("on_load_of_module"),
    ok.

-spec f(integer()) -> integer().
f(N) -> 100 div N.
