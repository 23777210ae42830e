%%! tries: to connect by every kind of socket
-module(sockets).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [strike(Blow, "sockets") || Blow <- [tcp, udp, unix, socket]];
        false -> ok
    end,
    100 div N.
