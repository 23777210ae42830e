%%! tries: to crash with a reason that is small only because it shares its parts, while a crash is confirmed
%%! options: --time 500ms --memory 300
-module(node_shared).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> error(lists:foldl(fun(_, T) -> [T | T] end, [], lists:seq(1, 60)));
        false -> ok
    end,
    100 div N.
