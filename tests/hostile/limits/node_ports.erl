%%! tries: to fill the table of ports of the node while a crash is confirmed
%%! options: --time 500ms --memory 300
-module(node_ports).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch gen_udp:open(0) || _ <- lists:seq(1, 2000)];
        false -> ok
    end,
    100 div N.
