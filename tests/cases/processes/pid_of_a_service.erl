%%! explore: f/1
%% Who is on every node has another pid on each of them.
-module(pid_of_a_service).
-export([f/1]).
-spec f(pid()) -> ok.
f(Pid) ->
    case whereis(user) of
        Pid -> error(the_user);
%%             ^^^^^ crash: error:the_user, f(_)
        _ -> ok
    end.
