%%! tries: to fill the memory of the node while a crash is confirmed, with binaries, up to two gigabytes
%%! options: --time 500ms --memory 300
-module(node_binaries).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [binary:copy(<<1>>, 1 bsl 20) || _ <- lists:seq(1, 2000)];
        false -> ok
    end,
    100 div N.
