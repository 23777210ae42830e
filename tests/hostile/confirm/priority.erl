%%! tries: to take all time there is, before everybody else
-module(priority).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [spawn(fun() -> process_flag(priority, max), forever() end) || _ <- lists:seq(1, 16)];
        false -> ok
    end,
    100 div N.

forever() ->
    forever().
