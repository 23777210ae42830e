%%! tries: to write through dets, disk_log and logger
-module(tables_on_disk).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch Blow() || Blow <- [fun() -> dets:open_file(t, [{file, ?OUTSIDE ++ "/struck_dets"}]) end, fun() -> disk_log:open([{name, l}, {file, ?OUTSIDE ++ "/struck_log"}]) end, fun() -> ets:tab2file(ets:new(t, []), ?OUTSIDE ++ "/struck_ets") end, fun() -> logger:add_handler(h, logger_std_h, #{config => #{file => ?OUTSIDE ++ "/struck_logger"}}), logger:error("struck"), logger_std_h:filesync(h) end, fun() -> application:set_env(kernel, error_logger, {file, ?OUTSIDE ++ "/struck_error_logger"}) end]];
        false -> ok
    end,
    100 div N.
