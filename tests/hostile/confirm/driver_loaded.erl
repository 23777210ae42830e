%%! tries: to load a driver with code in C
%%! build: strike.c to .
-module(driver_loaded).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch erl_ddll:load_driver(Folder, "strike") || Folder <- [".", ?INSIDE ++ "/.."]];
        false -> ok
    end,
    100 div N.
