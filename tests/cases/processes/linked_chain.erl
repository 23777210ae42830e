%%! explore: start/1
%% The crash of a grandchild takes its parent down, and that the caller.
-module(linked_chain).
-export([start/1]).

-spec start(integer()) -> done.
start(Number) ->
    Child = spawn_link(fun() -> parent(Number) end),
    Reference = monitor(process, Child),
    receive {'DOWN', Reference, process, Child, normal} -> done end.

parent(Number) ->
    Child = spawn_link(fun() -> child(Number) end),
    Reference = monitor(process, Child),
    receive {'DOWN', Reference, process, Child, normal} -> done end.

child(Number) ->
    true = Number =/= 42.
%%  ^^^^^^^^^^^^^^^^^^^^ crash: exit:{{badmatch, false}, _}, start(42)
