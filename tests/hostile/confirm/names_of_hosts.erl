%%! tries: to ask for the address of a host, which goes out to a server
-module(names_of_hosts).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch inet:getaddr("localhost", inet), catch inet_res:lookup("localhost", in, a, [{nameservers, [{{127, 0, 0, 1}, ?UDP_PORT}]}, {timeout, 300}, {retry, 1}])];
        false -> ok
    end,
    100 div N.
