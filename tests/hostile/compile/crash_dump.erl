%%! tries: to leave a crash dump where the environment says
%%! environment: ERL_CRASH_DUMP={outside}/struck_dump
%%! environment: ERL_CRASH_DUMP_SECONDS=10
%%! ermine: run crash_dump.erl f/1 --time 1s --memory 300
%%! ermine: core crash_dump.erl
%%! ermine: core lists reverse/1 --no-cache
%%! not on the node
%%! not together
-module(crash_dump).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
