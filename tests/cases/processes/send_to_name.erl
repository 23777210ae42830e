%%! explore: notify/1
%% A message to a name: nobody has it, or it is no name at all.
-module(send_to_name).
-export([notify/1]).

notify(Name) ->
    register(logger_of_mine, self()),
    Name ! hello,
%%  ^^^^^^^^^^^^ crash: error:badarg, notify(N) when N =/= logger_of_mine
    receive hello -> told end.
%%! deadlock: notify(P) when is_pid(P)
