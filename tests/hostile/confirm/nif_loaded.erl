%%! tries: to load a library with code in C
%%! build: strike.c to .
-module(nif_loaded).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch erlang:load_nif(Folder ++ "/strike", 0) || Folder <- [".", ?INSIDE ++ "/..", "./nif"]];
        false -> ok
    end,
    100 div N.
