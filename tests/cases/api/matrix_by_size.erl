%%! explore: api
%%! runs: 1000
%% To multiply, the columns of the first must be as many as the rows of the second.
-module(matrix_by_size).
-export([fill/3, multiply/2]).
-export_type([matrix/0]).

-opaque matrix() :: [[integer()]].

-spec fill(1..4, 1..4, integer()) -> matrix().
fill(Rows, Columns, Value) -> lists:duplicate(Rows, lists:duplicate(Columns, Value)).

-spec multiply(matrix(), matrix()) -> {ok, matrix()} | {error, size}.
multiply(One, Other) when length(One) =:= length(Other) ->
    {ok, [[dot(Row, Column) || Column <- transposed(Other)] || Row <- One]};
multiply(_, _) ->
    {error, size}.

dot([X | Xs], [Y | Ys]) -> X * Y + dot(Xs, Ys);
%%^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:function_clause, api(Calls) when length(Calls) =< 3
dot([], []) -> 0.

transposed([[] | _]) -> [];
transposed(Rows) -> [lists:map(fun erlang:hd/1, Rows) | transposed(lists:map(fun erlang:tl/1, Rows))].
