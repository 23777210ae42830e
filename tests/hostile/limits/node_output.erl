%%! tries: to print without an end while a crash is confirmed
%%! options: --time 500ms --memory 300
-module(node_output).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> repeat(5000, fun(_) -> io:put_chars(lists:duplicate(100000, $a)) end);
        false -> ok
    end,
    100 div N.

repeat(0, _) -> ok;
repeat(N, Do) -> Do(N), repeat(N - 1, Do).
