%%! tries: never to return while a crash is confirmed
%%! options: --time 500ms --memory 300
-module(node_forever).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> forever();
        false -> ok
    end,
    100 div N.

forever() -> forever().
