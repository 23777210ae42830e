%%! tries: to tell what is in a file outside of the project, by including it
%%! not together
-module(included).
-export([f/1]).
-include("$HOSTILE_OUTSIDE/passwords").

-spec f(integer()) -> integer().
f(N) -> 100 div N.
