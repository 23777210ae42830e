%%! tries: to write, change and remove files by every function there is
-module(write_files).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin [catch Blow() || Blow <- [fun() -> file:write_file(?OUTSIDE ++ "/other.txt", "struck") end, fun() -> {ok, F} = file:open(?OUTSIDE ++ "/struck", [write]), file:write(F, "struck") end, fun() -> {ok, F} = file:open(?OUTSIDE ++ "/other.txt", [raw, read, write]), file:truncate(F) end, fun() -> file:copy(?OUTSIDE ++ "/other.txt", ?OUTSIDE ++ "/struck_copy") end, fun() -> file:del_dir_r(?INSIDE) end, fun() -> filelib:ensure_dir(?INSIDE ++ "/struck/x") end, fun() -> file:write_file_info(?OUTSIDE ++ "/other.txt", {file_info, 0, regular, read, {{2000,1,1},{0,0,0}}, {{2000,1,1},{0,0,0}}, undefined, 8#600, 1, 0, 0, 0, 0, 0}) end]] end);
        false -> ok
    end,
    100 div N.
