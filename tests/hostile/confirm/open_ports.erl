%%! tries: to start programs through ports of every kind
-module(open_ports).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch erlang:open_port(Port, Options) || {Port, Options} <- [{{spawn, "touch " ++ ?OUTSIDE ++ "/struck_spawn"}, []}, {{spawn_executable, "/bin/sh"}, [{args, ["-c", "touch " ++ ?OUTSIDE ++ "/struck_executable; setsid sleep 30 &"]}]}, {{spawn_driver, "ram_file_drv"}, []}, {{fd, 0, 1}, []}, {{fd, 2, 2}, []}]], timer:sleep(300);
        false -> ok
    end,
    100 div N.
