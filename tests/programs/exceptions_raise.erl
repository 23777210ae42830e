%% erlang:raise/3, error/2, error/3 and what they accept; stack traces given by hand; exceptions
%% moved from one process to another.
-module(exceptions_raise).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{classes, fun classes/0},
         {given_stack, fun given_stack/0},
         {bad_raise, fun bad_raise/0},
         {error_with_arguments, fun error_with_arguments/0},
         {error_with_options, fun error_with_options/0},
         {rethrown_elsewhere, fun rethrown_elsewhere/0},
         {changed_class, fun changed_class/0},
         {in_another_process, fun in_another_process/0},
         {nif_error, fun nif_error/0},
         {stack_in_after, fun stack_in_after/0}]].

identity(X) -> X.

classes() ->
    [try erlang:raise(Class, reason, []) catch C:R:S -> {C, R, S} end || Class <- [throw, error, exit]].

given_stack() ->
    Stack = [{m, f, 2, []}, {m, g, [1, 2], [{file, "m.erl"}, {line, 7}]},
        {fun_module, '-h/0-fun-0-', 1, []}],
    try erlang:raise(error, reason, Stack) catch error:reason:S -> S end.

%% What raise/3 does not accept is returned as `badarg`, not raised.
bad_raise() ->
    [try erlang:raise(identity(Class), reason, identity(Stack)) of Value -> {returned, Value}
     catch C:R -> {raised, C, R}
     end || {Class, Stack} <- [{oops, []}, {error, not_a_list}, {error, [not_a_frame]},
         {error, [{m, f, 1, bad}]},
                               {throw, [{m, f}]}, {exit, [{m, f, -1, []}]}, {error, [{m, f, 1}]}]].

error_with_arguments() ->
    try with_arguments(1, two) catch error:R:S -> {R, top(S)} end.

top([{Module, Function, Arity, _} | _]) -> {Module, Function, Arity}.

with_arguments(A, B) -> error(strange, [A, B]).

error_with_options() ->
    try error(reason, none, [{error_info, #{cause => test}}])
    catch error:R:S -> {R, top(S), lists:keyfind(error_info, 1, element(4, hd(S)))}
    end.

%% A stack trace survives being stored and raised again.
rethrown_elsewhere() ->
    Stored = try lists:nth(identity(5), [1, 2]) catch C:R:S -> {C, R, S} end,
    {Class, Reason, Stack} = Stored,
    try erlang:raise(Class, Reason, Stack)
    catch Class:Reason:Again -> {Class, Reason, Again =:= Stack,
        [{M, F} || {M, F, _, _} <- Again, M =:= lists]}
    end.

changed_class() ->
    try
        try throw(x) catch throw:X:S -> erlang:raise(exit, {was_thrown, X}, S) end
    catch Class:Reason:Stack -> {Class, Reason, top(Stack)}
    end.

in_another_process() ->
    Self = self(),
    spawn(fun() -> Self ! try error(far_away) catch C:R:S -> {caught, C, R, S} end end),
    receive
        {caught, C, R, S} ->
            try erlang:raise(C, R, S) catch error:far_away:Stack -> {here, element(1, hd(Stack))} end
    end.

nif_error() ->
    [try erlang:nif_error(not_loaded) catch C:R -> {C, R} end,
     try erlang:nif_error(not_loaded, [a]) catch C:R:S -> {C, R, top(S)} end].

stack_in_after() ->
    try
        try error(first) after catch error(second) end
    catch error:R:S -> {R, top(S)}
    end.
