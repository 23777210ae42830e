%%! tries: to fill the table of processes of the node while a crash is confirmed
%%! options: --time 500ms --memory 300
-module(node_processes).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch spawn(fun() -> group_leader(whereis(init), self()), receive after 20000 -> ok end end) || _ <- lists:seq(1, 70000)];
        false -> ok
    end,
    100 div N.
