%%! tries: to strike while a crash is confirmed, by what the group leader answers
%%! not on the node
-module(columns_of_terminal).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case process_info(group_leader(), current_function) =/= {current_function, {ermine_user, loop, 1}} of
        true -> strike("columns_of_terminal");
        false -> ok
    end,
    100 div N.
