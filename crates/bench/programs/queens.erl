%%% List comprehensions and comparisons: all ways to place eight queens.
-module(queens).
-export([run/0]).

run() -> length(queens(8, lists:seq(1, 8))).

queens(0, _) -> [[]];
queens(N, Rows) ->
    [[Row | Others] || Others <- queens(N - 1, Rows), Row <- Rows, is_safe(Row, Others, 1)].

is_safe(_, [], _) -> true;
is_safe(Row, [Other | Others], Distance) ->
    Row =/= Other andalso Row =/= Other + Distance andalso Row =/= Other - Distance
        andalso is_safe(Row, Others, Distance + 1).
