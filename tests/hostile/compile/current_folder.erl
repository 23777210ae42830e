%%! tries: to be taken for modules of OTP and of the Erlang half, as .beam files in the current folder
%%! build: named/lists.erl to .
%%! build: named/erl_lint.erl to .
%%! build: named/cerl.erl to .
%%! build: named/core_lib.erl to .
%%! build: named/sys_core_fold.erl to .
%%! build: named/v3_core.erl to .
%%! build: named/beam_lib.erl to .
%%! build: named/io_lib.erl to .
%%! build: named/io_lib_pretty.erl to .
%%! build: named/ermine_run.erl to .
%%! build: named/ermine_node.erl to .
%%! build: named/ermine_load.erl to .
%%! build: named/user_default.erl to .
%%! build: named/error_handler.erl to .
%%! build: named/maps.erl to .
%%! build: named/binary.erl to .
%%! build: named/string.erl to .
%%! build: named/c.erl to .
%%! build: named/rand.erl to .
%%! build: named/erl_eval.erl to .
%%! copy: dot_erlang to .erlang
%%! copy: dot_erlang to {home}/.erlang
%%! ermine: core lists reverse/1
%%! ermine: core lists --no-cache
%%! ermine: eval lists reverse [[1]] --memory 300
%%! ermine: run current_folder.erl f/1 --time 1s --memory 300
%%! ermine: check current_folder.erl --time 1s --memory 300
%%! ermine: doctor
%%! not together
-module(current_folder).
-export([f/1]).

-spec f([integer()]) -> term().
f(L) ->
    user_default:harm(cerl:abstract(L), maps:from_list([{X, 1} || X <- L]), io_lib:format("~p", [L])),
    hd(lists:reverse(string:to_upper(L))).
