%%! tries: to make a term that shares its parts leave the interpreter
%%! ermine: check shared_elsewhere.erl --time 500ms --memory 300
%%! ermine: eval shared_elsewhere.erl result [1] --memory 300 --reductions 2000000
%%! ermine: eval shared_elsewhere.erl reason [1] --memory 300 --reductions 2000000
%%! thoroughly: run shared_elsewhere.erl result/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl reason/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl thrown/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl exited/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl sent/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl spawned/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl key/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl sorted/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl member/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl flat/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl divided/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl argument/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl badmatch/1 --time 500ms --memory 300
%%! thoroughly: run shared_elsewhere.erl function_clause/1 --time 500ms --memory 300
%%! not on the node
%%! function: result/1
%%! not together
-module(shared_elsewhere).
-export([result/1, reason/1, thrown/1, exited/1, sent/1, spawned/1, key/1, sorted/1, member/1, flat/1, divided/1, argument/1, badmatch/1, function_clause/1]).

-spec result(integer()) -> term().
result(X) ->
    share(60, [X]).

-spec reason(integer()) -> term().
reason(X) ->
    error({X, share(60, [X])}).

-spec thrown(integer()) -> term().
thrown(X) ->
    throw(share(60, [X])).

-spec exited(integer()) -> term().
exited(X) ->
    exit(share(60, [X])).

-spec sent(integer()) -> term().
sent(X) ->
    self() ! share(60, [X]), receive Y -> Y =:= X end.

-spec spawned(integer()) -> term().
spawned(X) ->
    T = share(60, [X]), {P, R} = spawn_monitor(fun() -> exit(T) end), receive {'DOWN', R, process, P, Y} -> Y =:= X end.

-spec key(integer()) -> term().
key(X) ->
    maps:get(share(60, [X]), #{share(60, [X]) => 1}).

-spec sorted(integer()) -> term().
sorted(X) ->
    lists:sort([share(60, [X]), share(60, [X]), share(60, [0])]).

-spec member(integer()) -> term().
member(X) ->
    lists:member(share(60, [X]), [share(60, [0]), share(60, [X])]).

-spec flat(integer()) -> term().
flat(X) ->
    lists:flatten(share(60, [X])).

-spec divided(integer()) -> term().
divided(X) ->
    1 div (erlang:phash2(share(40, {X})) - 17).

-spec argument(integer()) -> term().
argument(X) ->
    length(tuple_to_list({share(60, [X])})) div X.

-spec badmatch(integer()) -> term().
badmatch(X) ->
    {X, a} = {X, share(60, [X])}.

-spec function_clause(integer()) -> term().
function_clause(X) ->
    (fun(a) -> X end)(share(60, [X])).

%% A term of 2^N leaves in N words.
share(0, Term) -> Term;
share(N, Term) -> share(N - 1, [Term | Term]).
