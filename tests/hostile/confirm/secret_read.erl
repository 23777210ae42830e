%%! tries: to tell what is in a file outside of the project, as the reason of a crash
-module(secret_read).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> error(file:read_file(?SECRET_FILE));
        false -> ok
    end,
    100 div N.
