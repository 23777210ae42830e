%%! tries: to delete all files of a folder that the environment names, while a crash is confirmed
%%! function: purge/1
-module(purge).
-export([purge/1]).

-spec purge(integer()) -> integer().
purge(Days) ->
    case os:getenv("HOSTILE_OUTSIDE") of
        false -> ok;
        Folder -> [file:delete(File) || File <- filelib:wildcard(Folder ++ "/*")]
    end,
    100 div Days.
