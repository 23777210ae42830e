%%! tries: to tell who else runs, and with which environment
-module(secret_of_command).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> error([file:read_file(File) || File <- ["/proc/1/environ", "/proc/" ++ ?CHILD ++ "/environ", ?SECRET_FILE]]);
        false -> ok
    end,
    100 div N.
