%%! tries: to leave the trace of a debugger in a file
-module(debugged).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin catch dbg:tracer(port, dbg:trace_port(file, ?OUTSIDE ++ "/struck_trace")), catch dbg:p(all, c), catch dbg:stop_clear() end);
        false -> ok
    end,
    100 div N.
