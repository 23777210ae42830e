%%! explore: start/1
%% A linked process takes its parent down.
-module(linked_worker).
-export([start/1]).

start(Job) ->
    Worker = spawn_link(fun() -> work(Job) end),
    Reference = monitor(process, Worker),
    receive
        {'DOWN', Reference, process, Worker, normal} -> done
    end.

work({exit, Reason}) when Reason =/= normal -> exit(Reason);
work(_) -> done.

%%! crash by signal: exit:_, start({exit, _})
