%%! tries: to have the node read a file that ERL_INETRC names, and say what is wrong with it
%%! environment: ERL_INETRC={outside}/passwords
%%! ermine: run inetrc.erl f/1 --time 1s --memory 300
%%! ermine: core inetrc.erl
%%! ermine: core lists reverse/1 --no-cache
%%! not on the node
%%! not together
-module(inetrc).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
