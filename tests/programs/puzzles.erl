%% Search puzzles: queens in three ways, a sudoku, a knight's tour, coins, the towers of Hanoi,
%% water jugs.
-module(puzzles).
-export([main/0]).

main() ->
    [{queens, [{N, length(queens(N))} || N <- [1, 4, 6, 8]]},
     {first_queens, hd(queens(8))},
     {queens_by_bits, [queens_by_bits(N) || N <- [4, 8, 9]]},
     {queens_by_exception, first_queens(10)},
     {sudoku, sudoku()},
     {knight, knight(5)},
     {coins, [coins(Amount, [50, 25, 10, 5, 1]) || Amount <- [0, 1, 11, 100]]},
     {hanoi, {length(hanoi(12, a, b, c)), hanoi(3, a, b, c)}},
     {jugs, jugs({3, 5}, 4)},
     {tak, tak(14, 8, 3)},
     {knapsack, knapsack([{12, 4}, {2, 2}, {1, 1}, {1, 2}, {4, 10}], 15)},
     {edit_distance, distance("kitten sitting", "sitting kitten")}].

queens(N) -> queens(N, N).
queens(0, _) -> [[]];
queens(Row, N) -> [[Q | Qs] || Qs <- queens(Row - 1, N), Q <- lists:seq(1, N), safe(Q, Qs, 1)].

safe(_, [], _) -> true;
safe(Q, [P | Ps], D) -> Q =/= P andalso abs(Q - P) =/= D andalso safe(Q, Ps, D + 1).

queens_by_bits(N) -> place((1 bsl N) - 1, 0, 0, 0).

place(All, All, _, _) -> 1;
place(All, Columns, Left, Right) -> try_each(All, All band bnot (Columns bor Left bor Right), Columns,
    Left, Right).

try_each(_, 0, _, _, _) -> 0;
try_each(All, Free, Columns, Left, Right) ->
    Bit = Free band -Free,
    place(All, Columns bor Bit, (Left bor Bit) bsl 1, (Right bor Bit) bsr 1) + try_each(All,
        Free bxor Bit, Columns, Left, Right).

first_queens(N) -> try search(N, N, []) catch throw:{found, Qs} -> Qs end.

search(0, _, Qs) -> throw({found, Qs});
search(Row, N, Qs) -> lists:foreach(fun(Q) -> safe(Q, Qs, 1) andalso search(Row - 1, N, [Q | Qs]) end,
    lists:seq(1, N)).

sudoku() ->
    Puzzle = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.",
        "...419..5", "....8..79"],
    Known = maps:from_list([{{R, C}, D - $0}
        || {R, Row} <- number(Puzzle), {C, D} <- number(Row), D =/= $.]),
    Solved = solve(Known, [{R, C} || R <- lists:seq(1, 9), C <- lists:seq(1, 9),
        not is_map_key({R, C}, Known)]),
    [[$0 + maps:get({R, C}, Solved) || C <- lists:seq(1, 9)] || R <- lists:seq(1, 9)].

number(List) -> lists:zip(lists:seq(1, length(List)), List).

solve(Known, []) -> Known;
solve(Known, Empty) ->
    {_, Cell, Options} = lists:min([begin O = options(Cell, Known), {length(O), Cell, O} end
        || Cell <- Empty]),
    first(fun(D) -> solve(Known#{Cell => D}, Empty -- [Cell]) end, Options).

first(_, []) -> none;
first(F, [X | Rest]) -> case F(X) of none -> first(F, Rest); Found -> Found end.

options({R, C}, Known) ->
    Box = fun(X) -> (X - 1) div 3 end,
    Used = [D || {{R1, C1}, D} <- maps:to_list(Known),
        R1 =:= R orelse C1 =:= C orelse (Box(R1) =:= Box(R) andalso Box(C1) =:= Box(C))],
    lists:seq(1, 9) -- lists:usort(Used).

%% Warnsdorff's rule, backtracking where it does not suffice.
knight(N) -> tour({1, 1}, [{1, 1}], N).

tour(_, Path, N) when length(Path) =:= N * N -> lists:reverse(Path);
tour(At, Path, N) ->
    Next = lists:sort([{length(moves(P, [P | Path], N)), P} || P <- moves(At, Path, N)]),
    first(fun({_, P}) -> tour(P, [P | Path], N) end, Next).

moves({X, Y}, Path, N) ->
    [P || {Dx, Dy} <- [{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}],
          {A, B} = P <- [{X + Dx, Y + Dy}], A >= 1, A =< N, B >= 1, B =< N, not lists:member(P, Path)].

coins(0, _) -> 1;
coins(Amount, Kinds) when Amount < 0; Kinds =:= [] -> 0;
coins(Amount, [K | Kinds]) -> coins(Amount - K, [K | Kinds]) + coins(Amount, Kinds).

hanoi(0, _, _, _) -> [];
hanoi(N, From, To, Via) -> hanoi(N - 1, From, Via, To) ++ [{From, To}] ++ hanoi(N - 1, Via, To, From).

jugs(Sizes, Goal) -> fill([[{0, 0}]], Sizes, Goal, sets:new()).

fill([[{A, B} | _] = Path | _], _, Goal, _) when A =:= Goal; B =:= Goal -> lists:reverse(Path);
fill([[State | _] = Path | Rest], {Ma, Mb} = Sizes, Goal, Seen) ->
    case sets:is_element(State, Seen) of
        true -> fill(Rest, Sizes, Goal, Seen);
        false ->
            {A, B} = State,
            ToB = min(A, Mb - B),
            ToA = min(B, Ma - A),
            Next = [{Ma, B}, {A, Mb}, {0, B}, {A, 0}, {A - ToB, B + ToB}, {A + ToA, B - ToA}],
            fill(Rest ++ [[S | Path] || S <- Next], Sizes, Goal, sets:add_element(State, Seen))
    end.

tak(X, Y, Z) when Y >= X -> Z;
tak(X, Y, Z) -> tak(tak(X - 1, Y, Z), tak(Y - 1, Z, X), tak(Z - 1, X, Y)).

knapsack([], _) -> {0, []};
knapsack([{Weight, Value} = Item | Items], Room) ->
    {Without, List} = knapsack(Items, Room),
    case Weight =< Room of
        true ->
            {With, Others} = knapsack(Items, Room - Weight),
            max({Without, List}, {With + Value, [Item | Others]});
        false -> {Without, List}
    end.

distance(A, B) ->
    lists:last(lists:foldl(fun(C, [First | _] = Row) ->
        lists:reverse(element(1, lists:foldl(fun({D, {Diagonal, Above}}, {[Left | _] = New, _}) ->
            {[lists:min([Left + 1, Above + 1, Diagonal + (if C =:= D -> 0; true -> 1 end)]) | New], x}
        end, {[First + 1], x}, lists:zip(B, lists:zip(lists:droplast(Row), tl(Row))))))
    end, lists:seq(0, length(B)), A)).
