%%! tries: to compile a file that is in the project, and to leave the result there
-module(compiled_file).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch compile:file("compiled_file.erl", [{outdir, Folder}]) || Folder <- [?INSIDE, ?OUTSIDE, "."]];
        false -> ok
    end,
    100 div N.
