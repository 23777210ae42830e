%%! tries: to fill the memory of the node while a crash is confirmed, with tables that another process keeps
%%! options: --time 500ms --memory 300
-module(node_tables).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> spawn(fun() -> group_leader(whereis(init), self()), T = ets:new(t, [public]), repeat(1500, fun(I) -> ets:insert(T, {I, lists:duplicate(65536, I)}) end), receive after 20000 -> ok end end), timer:sleep(1000);
        false -> ok
    end,
    100 div N.

repeat(0, _) -> ok;
repeat(N, Do) -> Do(N), repeat(N - 1, Do).
