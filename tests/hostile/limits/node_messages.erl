%%! tries: to fill the mailboxes of the node while a crash is confirmed
%%! options: --time 500ms --memory 300
-module(node_messages).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> repeat(300000, fun(I) -> init ! {I, lists:seq(1, 100)} end);
        false -> ok
    end,
    100 div N.

repeat(0, _) -> ok;
repeat(N, Do) -> Do(N), repeat(N - 1, Do).
