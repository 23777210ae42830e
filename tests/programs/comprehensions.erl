%% List comprehensions and the constructs around them: several generators, filters that are
%% guards or calls, patterns, nesting, shadowing, in odd places.
-module(comprehensions).
-export([main/0]).
-compile(nowarn_shadow_vars).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{pythagoras, fun() -> [{A, B, C} || A <- lists:seq(1, 20), B <- lists:seq(A, 20),
            C <- lists:seq(B, 20), A * A + B * B =:= C * C] end},
         {patterns_filter, fun() -> [X || {ok, X} <- [{ok, 1}, error, {ok, 2}, {ok, 3, 4}]] end},
         {guard_that_fails_is_false, fun() -> [X || X <- [1, a, [], 2.5], X + 1 > 2] end},
         {call_as_filter, fun() -> [X || X <- lists:seq(1, 10), is_prime(X)] end},
         {several_filters, fun() -> [X || X <- lists:seq(1, 60), X rem 2 =:= 0, X rem 3 =:= 0,
             X rem 5 =:= 0] end},
         {dependent, fun() -> [{X, Y} || X <- [1, 2, 3], Y <- lists:seq(1, X)] end},
         {nested, fun() -> [[X * Y || Y <- [1, 2, 3]] || X <- [1, 2, 3]] end},
         {shadowing, fun() -> X = identity(5), {[X || X <- [1, 2]], X, [X || Y <- [1, 2], Y < X]} end},
         {bound_in_pattern, fun() -> K = identity(b),
             [V || {Key, V} <- [{a, 1}, {b, 2}, {b, 3}], Key =:= K] end},
         {assignment_as_filter, fun() -> [Y || X <- [1, 2, 3], begin Y = X * X, Y > 1 end] end},
         {matching_filter, fun() -> [L || X <- ["ab", "c"], (L = length(X)) > 1] end},
         {as_generator, fun() -> [X || X <- [Y * 2 || Y <- [1, 2, 3]], X > 2] end},
         {flattening, fun() -> [X || List <- [[1], [], [2, 3]], X <- List] end},
         {strings, fun() -> [string:uppercase([C]) || C <- "abc"] end},
         {of_funs, fun() -> [F(3) || F <- [fun(X) -> X + N end || N <- [1, 2]]] end},
         {aliases, fun() -> [{T, X} || {X, _} = T <- [{1, 2}, x, {3, 4}]] end},
         {maps, fun() -> [V || #{key := V} <- [#{key => 1}, #{}, #{key => 2, x => y}, no]] end},
         {binaries, fun() -> [X || <<X:4, _:4>> <- [<<16#12>>, <<1, 2>>, x, <<16#34>>]] end},
         {side_effects_in_order, fun side_effects/0},
         {empty, fun() -> [X || X <- [], X] ++ [x || identity(false)] ++ [x || identity(true)] end},
         {boolean_expressions, fun() -> [X || X <- [1, 2, 3, 4], X =:= 1 orelse X > 3,
             not (X =:= 4 andalso true)] end},
         {constant_generator, fun() -> [{X, Y} || X <- "ab", Y <- [1, 2], {X, Y} =/= {$a, 2}] end},
         {game_of_life, fun() -> lists:sort(generations([{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}], 8)) end},
         {matrix, fun() -> multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]]) end},
         {power_set, fun() -> power_set([a, b, c]) end},
         {sudoku_row, fun() -> [D || D <- lists:seq(1, 9), not lists:member(D, [5, 3, 7])] end},
         {exceptions, fun exceptions/0},
         {large, fun() -> lists:sum([X * Y || X <- lists:seq(1, 300), Y <- lists:seq(1, 300),
             (X + Y) rem 7 =:= 0]) end}]].

identity(X) -> X.

is_prime(N) when N < 2 -> false;
is_prime(N) -> [D || D <- lists:seq(2, N - 1), N rem D =:= 0] =:= [].

side_effects() ->
    put(seen, []),
    Note = fun(X) -> put(seen, [X | get(seen)]), X end,
    Result = [Note({body, X, Y}) || X <- Note([1, 2]), Note(X) > 0, Y <- Note([a, b])],
    {Result, lists:reverse(erase(seen))}.

generations(Cells, 0) -> Cells;
generations(Cells, N) ->
    Neighbours = fun({X, Y}) -> [{X + Dx, Y + Dy}
        || Dx <- [-1, 0, 1], Dy <- [-1, 0, 1], {Dx, Dy} =/= {0, 0}] end,
    Candidates = lists:usort(Cells ++ [P || C <- Cells, P <- Neighbours(C)]),
    generations([C || C <- Candidates, begin Alive = length([P
        || P <- Neighbours(C), lists:member(P, Cells)]),
        Alive =:= 3 orelse (Alive =:= 2 andalso lists:member(C, Cells)) end], N - 1).

multiply(A, B) ->
    [[lists:sum([X * Y || {X, Y} <- lists:zip(Row, Column)]) || Column <- transpose(B)] || Row <- A].

transpose([[] | _]) -> [];
transpose(Rows) -> [[hd(Row) || Row <- Rows] | transpose([tl(Row) || Row <- Rows])].

power_set([]) -> [[]];
power_set([X | Rest]) -> Without = power_set(Rest), [[X | S] || S <- Without] ++ Without.

exceptions() ->
    [try F() catch C:R -> {C, R} end || F <-
        [fun() -> [X || X <- identity(a)] end, fun() -> [X || X <- identity([1 | b])] end,
            fun() -> [X || X <- [1], identity(1)] end, fun() -> [X div 0 || X <- identity([1])] end,
         fun() -> [throw({at, X}) || X <- [1, 2]] end,
             fun() -> [X || X <- [1, 2, 3], X =/= 2 orelse exit(two)] end]].
