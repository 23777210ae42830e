%%! tries: to be taken for modules of OTP by what ERL_LIBS says
%%! build: named/cerl.erl to libs/evil-1/ebin
%%! build: named/v3_core.erl to libs/evil-1/ebin
%%! build: named/user_default.erl to libs/evil-1/ebin
%%! build: named/ermine_run.erl to libs/evil-1/ebin
%%! build: named/erl_lint.erl to libs/evil-1/ebin
%%! environment: ERL_LIBS={project}/libs
%%! ermine: run libraries.erl f/1 --time 1s --memory 300
%%! ermine: core libraries.erl
%%! ermine: core lists reverse/1 --no-cache
%%! not on the node
%%! not together
-module(libraries).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
