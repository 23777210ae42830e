%% From which decision on can nothing fail any more? The test says it for each function and input.
-module(ahead_programs).
-export([loop_in_a_clause/1, first_then_loop/1, loop_then_divide/1, raises_again/1, swallows/1,
         unknown_at_the_end/2, unknown_before/2, no_end/1, spawns/1, wrong_result/1, in_a_fun/1,
         handler_fails/1, member_then_loop/1]).

count([]) -> 0;
count([1 | T]) -> count(T) + 1;
count([_ | T]) -> count(T).

-spec loop_in_a_clause([integer()]) -> integer().
loop_in_a_clause([X | _] = L) when X > 5 -> count(L);
loop_in_a_clause(L) -> 10 div (hd(L) - 3).

-spec first_then_loop([integer()]) -> integer().
first_then_loop(L) -> X = hd(L), count(L) + X.

%% What follows in the caller counts.
-spec loop_then_divide([integer()]) -> integer().
loop_then_divide(L) -> 10 div count(L).

fails(X) when X > 0 -> error(X);
fails(_) -> ok.

-spec raises_again(integer()) -> ok.
raises_again(X) ->
    try fails(X) catch
        error:Reason:Stack ->
            case X of
                7 -> erlang:raise(error, Reason, Stack);
                _ -> ok
            end
    end.

%% Nobody gets to see what is raised.
-spec swallows(integer()) -> ok.
swallows(X) ->
    try fails(X) catch
        error:_ ->
            case X of
                7 -> ok;
                _ -> ok
            end
    end.

%% It may call anything, and leaves nothing on the stack.
-spec unknown_at_the_end(module(), [integer()]) -> term().
unknown_at_the_end(M, L) ->
    case count(L) of
        0 -> ok;
        _ -> M:f(L)
    end.

-spec unknown_before(module(), [integer()]) -> integer().
unknown_before(M, L) ->
    _ = M:module_info(),
    count(L).

-spec no_end([integer()]) -> ok.
no_end([0 | _] = L) -> no_end(L);
no_end(_) -> ok.

%% The other process may fail, whatever this one does.
-spec spawns([integer()]) -> integer().
spawns(L) ->
    _ = spawn_link(fun() -> 1 div hd(L) end),
    count(L).

-spec wrong_result([integer()]) -> [pos_integer()].
wrong_result(L) -> [X || X <- L].

%% What follows the call of the fun is in a function of the library.
-spec in_a_fun([integer()]) -> [integer()].
in_a_fun(L) -> lists:map(fun(X) when X > 5 -> X; (X) -> 10 div X end, L).

-spec handler_fails(integer()) -> integer().
handler_fails(X) ->
    try fails(X), 0 catch
        error:N -> 10 div (N - 3)
    end.

%% A built-in that is followed by a model.
-spec member_then_loop([integer()]) -> integer().
member_then_loop(L) ->
    case lists:member(hd(L), [3, 4]) of
        true -> count(L);
        false -> 0
    end.
