%%! explore: api
%%! runs: 4000
%% Who cancels the only task of a priority leaves an empty queue behind.
-module(priority_queue).
-export([new/0, add/3, cancel/3, pop/1]).
-export_type([tasks/0]).

-opaque tasks() :: #{integer() => [atom()]}.

-spec new() -> tasks().
new() -> #{}.

-spec add(integer(), atom(), tasks()) -> tasks().
add(Priority, Task, Tasks) ->
    maps:update_with(Priority, fun(Earlier) -> Earlier ++ [Task] end, [Task], Tasks).

-spec cancel(integer(), atom(), tasks()) -> tasks().
cancel(Priority, Task, Tasks) ->
    case Tasks of
        #{Priority := Queue} -> Tasks#{Priority := lists:delete(Task, Queue)};
        #{} -> Tasks
    end.

-spec pop(tasks()) -> {atom(), tasks()} | empty.
pop(Tasks) when map_size(Tasks) =:= 0 ->
    empty;
pop(Tasks) ->
    Most = lists:max(maps:keys(Tasks)),
    case maps:get(Most, Tasks) of
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{case_clause, []}, api(Calls) when length(Calls) =< 4
        [Task] -> {Task, maps:remove(Most, Tasks)};
        [Task | Rest] -> {Task, Tasks#{Most := Rest}}
    end.
