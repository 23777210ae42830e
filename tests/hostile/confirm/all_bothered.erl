%%! tries: to send garbage to every process and port of the node
-module(all_bothered).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin [P ! M || P <- processes(), M <- [garbage, {io_request, a, b}, {'DOWN', a, process, self(), x}, {'EXIT', P, x}, stop, {output, self()}, cancel, {data, <<1, 2>>}, [a | b]]], [catch (P ! {self(), close}) || P <- erlang:ports()], [catch exit(P, kill) || P <- erlang:ports()] end);
        false -> ok
    end,
    100 div N.
