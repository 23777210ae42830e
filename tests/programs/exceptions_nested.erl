%% Nested and re-raised exceptions: catch clauses with guards and patterns, exceptions from catch
%% clauses, through funs, higher-order functions, comprehensions, and from everywhere at once.
-module(exceptions_nested).
-export([main/0]).

main() ->
    [{Name, outcome(Test)} || {Name, Test} <-
        [{class_patterns, fun class_patterns/0},
         {guards, fun guards/0},
         {guard_that_fails, fun guard_that_fails/0},
         {bound_reason, fun bound_reason/0},
         {inner_does_not_match, fun inner_does_not_match/0},
         {from_catch_clause, fun from_catch_clause/0},
         {rethrow_keeps_class, fun rethrow_keeps_class/0},
         {class_as_variable, fun class_as_variable/0},
         {through_funs, fun through_funs/0},
         {non_local_return, fun non_local_return/0},
         {in_guard_position, fun in_guard_position/0},
         {in_comprehensions, fun in_comprehensions/0},
         {in_map_and_record_updates, fun in_map_updates/0},
         {order_of_evaluation, fun order_of_evaluation/0},
         {short_circuit, fun short_circuit/0},
         {big_reason, fun big_reason/0},
         {deep_unwinding, fun deep_unwinding/0},
         {backtracking, fun backtracking/0}]].

outcome(Fun) -> try Fun() of Value -> {value, Value} catch Class:Reason -> {Class, Reason} end.

raise(throw, X) -> throw(X);
raise(error, X) -> error(X);
raise(exit, X) -> exit(X).

class_patterns() ->
    [try raise(Class, x)
     catch error:_ -> it_was_error; exit:X -> {it_was_exit, X}; Thrown -> {it_was_thrown, Thrown}
     end || Class <- [throw, error, exit]].

guards() ->
    [try throw(N)
     catch throw:X when X < 0 -> negative; throw:X when is_integer(X), X rem 2 =:= 0 -> even;
           throw:X when is_atom(X); is_list(X) -> atom_or_list; throw:_ -> other
     end || N <- [-1, 4, a, "s", 3, 1.5]].

guard_that_fails() ->
    try throw(not_a_list) catch throw:X when hd(X) =:= 1 -> wrong; throw:X -> {right, X} end.

bound_reason() ->
    Expected = {id, 7},
    [try throw(X) catch throw:Expected -> expected; throw:Other -> {other, Other} end
        || X <- [{id, 7}, {id, 8}]].

inner_does_not_match() ->
    try
        try error({deep, 1}) catch throw:_ -> wrong; error:{shallow, _} -> wrong end
    catch error:{deep, N} -> {outer, N}
    end.

from_catch_clause() ->
    outcome(fun() -> try throw(a) catch throw:a -> throw(b); throw:b -> not_again end end).

rethrow_keeps_class() ->
    [outcome(fun() -> try raise(Class, x) catch C:R:S -> erlang:raise(C, {again, R}, S) end end)
     || Class <- [throw, error, exit]].

class_as_variable() ->
    Wanted = identity(exit),
    [outcome(fun() -> try raise(Class, x) catch Wanted:R -> {wanted, R} end end) || Class <- [throw, exit]].

identity(X) -> X.

through_funs() ->
    Compose = fun(F, G) -> fun(X) -> F(G(X)) end end,
    Fail = fun(X) when X > 2 -> throw({too_big, X}); (X) -> X + 1 end,
    Chain = lists:foldl(Compose, fun identity/1, lists:duplicate(5, Fail)),
    [outcome(fun() -> Chain(-2) end), outcome(fun() -> Chain(0) end)].

non_local_return() ->
    Find = fun(Wanted, Tree) ->
        Walk = fun Walk(leaf, Path) -> Path;
                   Walk({X, _, _}, Path) when X =:= Wanted -> throw({path, lists:reverse(Path)});
                   Walk({_, L, R}, Path) -> Walk(L, [left | Path]), Walk(R, [right | Path])
               end,
        try Walk(Tree, []), not_found catch throw:{path, Path} -> Path end
    end,
    Tree = {5, {2, leaf, {3, leaf, leaf}}, {8, {7, leaf, leaf}, leaf}},
    [Find(X, Tree) || X <- [5, 3, 7, 9]].

in_guard_position() ->
    [case X of _ when element(1, X) =:= a; X =:= 5 -> yes; _ -> no end || X <- [{a}, 5, {}, [], {b}]].

in_comprehensions() ->
    [outcome(fun() -> [10 div X || X <- [1, 2, 0, 5]] end),
     outcome(fun() -> [X || X <- [1, 2], identity(not_boolean)] end),
     outcome(fun() -> [X || X <- identity(not_a_list)] end),
     outcome(fun() -> [X || X <- identity([1, 2 | 3])] end),
     outcome(fun() -> [X || <<X>> <= identity(not_binary)] end),
     outcome(fun() -> << <<(X - 1):8>> || X <- [1, a] >> end)].

in_map_updates() ->
    Map = #{a => 1},
    [outcome(fun() -> Map#{b := throw(inside)} end),
     outcome(fun() -> Map#{b := 1} end),
     outcome(fun() -> (identity(no_map))#{a => 1} end),
     outcome(fun() -> #{identity(k) => error(value)} end)].

order_of_evaluation() ->
    [outcome(fun() -> {throw(1), throw(2)} end),
     outcome(fun() -> [throw(1) | throw(2)] end),
     outcome(fun() -> throw(1) + throw(2) end),
     outcome(fun() -> identity(throw(1)) - identity(throw(2)) end),
     outcome(fun() -> (throw(function))(throw(argument)) end),
     outcome(fun() -> #{throw(key) => throw(value)} end),
     outcome(fun() -> <<(throw(1)), (throw(2))>> end)].

short_circuit() ->
    No = identity(false),
    Yes = identity(true),
    [outcome(fun() -> No andalso throw(evaluated) end),
     outcome(fun() -> Yes orelse throw(evaluated) end),
     outcome(fun() -> Yes andalso throw(evaluated) end),
     outcome(fun() -> No and throw(evaluated) end),
     outcome(fun() -> identity(1) andalso true end),
     outcome(fun() -> Yes andalso not_boolean end),
     outcome(fun() -> identity(maybe_so) or true end),
     outcome(fun() -> not identity(1) end)].

big_reason() ->
    Reason = {lists:seq(1, 1000), maps:from_list([{N, N} || N <- lists:seq(1, 100)]), <<0:8000>>},
    try error(Reason) catch error:R -> {R =:= Reason, erlang:phash2(R)} end.

deep_unwinding() ->
    Down = fun Down(0) -> throw(bottom); Down(N) -> [N | Down(N - 1)] end,
    outcome(fun() -> Down(100000) end).

%% A little search: exceptions as failure, each choice tried in order.
backtracking() ->
    Choose = fun(Options, Continue) ->
        (fun Try([]) -> throw(no_more); Try([O | Rest]) ->
            try Continue(O) catch throw:no_more -> Try(Rest) end end)(Options)
    end,
    Triple = fun(Limit) ->
        Choose(lists:seq(1, Limit), fun(A) ->
            Choose(lists:seq(A, Limit), fun(B) ->
                Choose(lists:seq(B, Limit), fun(C) ->
                    case A * A + B * B =:= C * C andalso A > 5 of true -> {A, B, C};
                        false -> throw(no_more) end
                end)
            end)
        end)
    end,
    {outcome(fun() -> Triple(20) end), outcome(fun() -> Triple(5) end)}.
