%%! tries: to halt the node
-module(halting).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> erlang:halt(1, [{flush, false}]);
        false -> ok
    end,
    100 div N.
