%%! explore: average/1
%% A stack says how many elements it has. It takes two of them, with 42 on top, and no stack is made up whose
%% count is wrong.
-module(stack_of_two).
-export([new/0, push/2, average/1]).
-export_type([stack/1]).
-opaque stack(T) :: {non_neg_integer(), [T]}.
%%! runs: 1500

-spec new() -> stack(_).
new() -> {0, []}.

-spec push(T, stack(T)) -> stack(T).
push(X, {N, L}) -> {N + 1, [X | L]}.

-spec average(stack(integer())) -> integer().
average({0, []}) ->
    0;
average({Count, [42 | _] = Elements}) ->
    Count = length(Elements),
    lists:sum(Elements) div (Count - 2);
%%                      ^^^ crash: error:badarith, average(_)
average({_, _}) ->
    1.
