%%! tries: to have the compiler write files, by options in the module
%%! ermine: run options_of_compiler.erl f/1 --time 1s --memory 300
%%! ermine: core options_of_compiler.erl
-module(options_of_compiler).
-export([f/1]).
-compile(['P', 'E', 'S', to_pp, report, verbose, makedep, {makedep_output, "struck.d"}, {outdir, "canary"},
          {dialyzer, nowarn}, debug_info, {debug_info_key, "key"}, compressed, makedep_side_effect,
          {extra_chunks, [{<<"Harm">>, <<"struck">>}]}, dcore, dpp, dasm, {listing, "struck.lst"}]).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
