%%! tries: to open a socket that others can connect to, and a node that others can find
-module(listening).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch gen_tcp:listen(0, []), catch net_kernel:start([hostile, shortnames]), strike("listening")];
        false -> ok
    end,
    100 div N.
