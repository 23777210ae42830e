%%! tries: to take the names of the system away
-module(all_unregistered).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [catch unregister(Name) || Name <- registered()];
        false -> ok
    end,
    100 div N.
