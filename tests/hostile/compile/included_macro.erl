%%! tries: to tell what is in a header outside of the project, as the reason of a crash
%%! not together
-module(included_macro).
-export([f/1]).
-include("$HOSTILE_OUTSIDE/secret.hrl").

-spec f(integer()) -> no_return().
f(_) -> error({told, ?SECRET}).
