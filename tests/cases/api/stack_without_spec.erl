%%! explore: api
%%! runs: 400
%%! crash in lists: error:function_clause, api(Calls) when length(Calls) =< 4
%% To roll more than there is asks for what lies under the stack.
-module(stack_without_spec).
-export([new/1, push/2, roll/2]).

new(Room) when is_integer(Room), Room > 2 -> {stack, Room, []};
new(_) -> {error, too_small}.

push(Value, {stack, Room, Values}) when is_list(Values), length(Values) < Room ->
    {stack, Room, [Value | Values]};
push(_, {stack, _, _}) ->
    {error, full};
push(_, _) ->
    {error, no_stack}.

%% The value that lies so deep comes to the top.
roll(Depth, {stack, Room, Values}) when is_integer(Depth), Depth > 0, Depth =< Room, length(Values) > 1 ->
    Value = lists:nth(Depth, Values),
    {stack, Room, [Value | lists:delete(Value, Values)]};
roll(_, {stack, _, _} = Stack) ->
    Stack;
roll(_, _) ->
    {error, no_stack}.
