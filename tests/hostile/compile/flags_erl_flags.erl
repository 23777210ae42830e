%%! tries: to strike by what ERL_FLAGS says in the environment
%%! environment: ERL_FLAGS=-run file write_file {outside}/struck_by_flags struck
%%! ermine: run flags_erl_flags.erl f/1 --time 1s --memory 300
%%! ermine: core flags_erl_flags.erl
%%! ermine: core lists reverse/1 --no-cache
%%! not on the node
%%! not together
-module(flags_erl_flags).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
