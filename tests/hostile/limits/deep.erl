%%! tries: to make terms and calls deeper than any stack
%%! ermine: check deep.erl --time 500ms --memory 300
%%! ermine: eval deep.erl result [1] --memory 300 --reductions 2000000
%%! ermine: eval deep.erl reason [1] --memory 300 --reductions 2000000
%%! ermine: eval deep.erl maps [1] --memory 300 --reductions 2000000
%%! ermine: eval deep.erl funs [1] --memory 300 --reductions 2000000
%%! thoroughly: run deep.erl result/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl reason/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl tuples/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl maps/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl funs/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl recursion/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl compared/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl in_external/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl printed/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl kept/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl sent/1 --time 500ms --memory 300
%%! thoroughly: run deep.erl divided/1 --time 500ms --memory 300
%%! not on the node
%%! function: result/1
%%! not together
-module(deep).
-export([result/1, reason/1, tuples/1, maps/1, funs/1, recursion/1, compared/1, in_external/1, printed/1, kept/1, sent/1, divided/1]).

-spec result(integer()) -> term().
result(X) ->
    nest(200000, X).

-spec reason(integer()) -> term().
reason(X) ->
    error(nest(200000, X)).

-spec tuples(integer()) -> term().
tuples(X) ->
    nest_tuple(1000000, X).

-spec maps(integer()) -> term().
maps(X) ->
    nest_map(300000, X).

-spec funs(integer()) -> term().
funs(X) ->
    nest_fun(200000, X).

-spec recursion(integer()) -> term().
recursion(X) ->
    count(10000000, X).

-spec compared(integer()) -> term().
compared(X) ->
    nest(1000000, X) =:= nest(1000000, 7).

-spec in_external(integer()) -> term().
in_external(X) ->
    binary_to_term(term_to_binary(nest(1000000, X))).

-spec printed(integer()) -> term().
printed(X) ->
    length(lists:flatten(io_lib:format("~w", [nest(100000, X)]))).

-spec kept(integer()) -> term().
kept(X) ->
    T = ets:new(t, []), ets:insert(T, {nest(1000000, X)}), ets:tab2list(T).

-spec sent(integer()) -> term().
sent(X) ->
    self() ! nest(1000000, X), receive [Y] -> Y =:= 1 end.

-spec divided(integer()) -> term().
divided(X) ->
    Y = nest_tuple(200000, X), {Z} = Y, 1 div unnest(Z).

nest(0, X) -> X;
nest(N, X) -> nest(N - 1, [X]).

nest_tuple(0, X) -> X;
nest_tuple(N, X) -> nest_tuple(N - 1, {X}).

nest_map(0, X) -> X;
nest_map(N, X) -> nest_map(N - 1, #{X => 1}).

nest_fun(0, X) -> X;
nest_fun(N, X) -> nest_fun(N - 1, fun() -> X end).

unnest({X}) -> unnest(X);
unnest(X) -> X.

count(0, X) -> X;
count(N, X) -> 1 + count(N - 1, X).
