%%! tries: to crash with a reason of a hundred megabytes while a crash is confirmed
%%! options: --time 500ms --memory 300
-module(node_reason).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> error(binary:copy(<<1>>, 100000000));
        false -> ok
    end,
    100 div N.
