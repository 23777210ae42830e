%%! tries: to have code run for a key in .erlang.crypt
%%! copy: dot_erlang_crypt to {home}/.erlang.crypt
%%! copy: dot_erlang_crypt to .erlang.crypt
%%! ermine: run crypt_key.erl f/1 --time 1s --memory 300
%%! ermine: core crypt_key.erl
%%! ermine: core lists reverse/1 --no-cache
%%! not on the node
%%! not together
-module(crypt_key).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
