%%! tries: to load code through the server of code, by messages
-module(code_server).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> code_server ! {code_call, self(), {load_file, harm}}, code_server ! {code_call, self(), {set_path, [?OUTSIDE]}}, timer:sleep(50), strike("code_server");
        false -> ok
    end,
    100 div N.
