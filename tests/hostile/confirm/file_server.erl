%%! tries: to write through the server of files, by messages
-module(file_server).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [file_server_2 ! {'$gen_call', {self(), make_ref()}, Request} || Request <- [{delete, ?OUTSIDE ++ "/precious.txt"}, {make_dir, ?OUTSIDE ++ "/struck"}, {write_file, ?OUTSIDE ++ "/struck_file", <<"struck">>, []}]], timer:sleep(50);
        false -> ok
    end,
    100 div N.
