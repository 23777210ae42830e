%%! tries: to be taken for modules of OTP and of the Erlang half, as .beam files on the code path
%%! build: named/lists.erl to ebin
%%! build: named/erl_lint.erl to ebin
%%! build: named/cerl.erl to ebin
%%! build: named/core_lib.erl to ebin
%%! build: named/sys_core_fold.erl to ebin
%%! build: named/v3_core.erl to ebin
%%! build: named/beam_lib.erl to ebin
%%! build: named/io_lib.erl to ebin
%%! build: named/io_lib_pretty.erl to ebin
%%! build: named/ermine_run.erl to ebin
%%! build: named/ermine_node.erl to ebin
%%! build: named/ermine_load.erl to ebin
%%! build: named/user_default.erl to ebin
%%! build: named/error_handler.erl to ebin
%%! build: named/maps.erl to ebin
%%! build: named/binary.erl to ebin
%%! build: named/string.erl to ebin
%%! build: named/c.erl to ebin
%%! build: named/rand.erl to ebin
%%! build: named/erl_eval.erl to ebin
%%! ermine: core lists reverse/1 -pa ebin
%%! ermine: core lists -pa ebin --no-cache
%%! ermine: eval lists reverse [[1]] --memory 300 -pa ebin
%%! ermine: run code_path.erl f/1 --time 1s --memory 300 -pa ebin
%%! ermine: check ebin --time 1s --memory 300 --all
%%! not together
-module(code_path).
-export([f/1]).

-spec f([integer()]) -> term().
f(L) ->
    maps:from_list([{X, 1} || X <- L]),
    hd(lists:reverse(io_lib:format("~p", [L]))).
