%%! tries: to have the group leader of the node run a function of its choice
-module(through_leader).
-export([f/1, harm/0]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> [Leader ! {io_request, self(), make_ref(), {put_chars, latin1, ?MODULE, harm, []}} || Leader <- [group_leader(), whereis(user), whereis(init)], is_pid(Leader)];
        false -> ok
    end,
    100 div N.

harm() ->
    strike("through_leader"),
    "done".
