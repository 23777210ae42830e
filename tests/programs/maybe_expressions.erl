%% `maybe … else … end`: steps that go on, steps that leave, nested ones, and what happens when
%% nothing fits. In OTP 25 and 26 the feature must also be enabled in the node that loads this
%% (erl -enable-feature maybe_expr).
-module(maybe_expressions).
-feature(maybe_expr, enable).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{all_fit, fun() -> transfer(alice, bob, 30) end},
         {first_leaves, fun() -> transfer(nobody, bob, 30) end},
         {second_leaves, fun() -> transfer(alice, nobody, 30) end},
         {guard_like_step, fun() -> transfer(alice, bob, 3000) end},
         {without_else, fun without_else/0},
         {else_clauses, fun else_clauses/0},
         {no_else_fits, fun no_else_fits/0},
         {plain_match_crashes, fun plain_match_crashes/0},
         {nested, fun nested/0},
         {in_functions, fun in_functions/0},
         {with_exceptions, fun with_exceptions/0},
         {value_of_last_step, fun value_of_last_step/0},
         {guards_in_else, fun guards_in_else/0},
         {parsing, fun() -> [parse(S) || S <- ["12+30", "7*6", "12", "x+1", "1/0", "1+",
             "99999999+1"]] end}]].

identity(X) -> X.

account(alice) -> {ok, #{name => alice, balance => 100}};
account(bob) -> {ok, #{name => bob, balance => 5}};
account(Name) -> {error, {no_account, Name}}.

transfer(From, To, Amount) ->
    maybe
        {ok, #{balance := Balance}} ?= account(From),
        {ok, #{balance := Other}} ?= account(To),
        true ?= Balance >= Amount,
        {ok, {Balance - Amount, Other + Amount}}
    else
        {error, Reason} -> {failed, Reason};
        false -> {failed, too_poor}
    end.

without_else() ->
    F = fun(X) -> maybe {ok, Y} ?= X, {went_on, Y} end end,
    [F({ok, 1}), F({error, 2}), F(anything)].

else_clauses() ->
    F = fun(X) ->
        maybe
            a ?= X,
            reached
        else
            {number, N} when N > 10 -> {big, N};
            {number, N} -> {small, N};
            [_ | _] = List -> {list, length(List)};
            _ -> other
        end
    end,
    [F(X) || X <- [a, {number, 11}, {number, 1}, [1, 2], b]].

no_else_fits() ->
    F = fun(X) -> maybe ok ?= X, yes else error -> no end end,
    [try F(X) catch Class:Reason -> {Class, Reason} end || X <- [ok, error, surprise]].

plain_match_crashes() ->
    try maybe {ok, X} ?= identity({ok, 1}), {wrong, Y} = identity({right, X}), Y else _ -> not_here end
    catch Class:Reason -> {Class, Reason}
    end.

nested() ->
    F = fun(A, B) ->
        maybe
            {ok, X} ?= A,
            {ok, Y} ?= maybe
                {ok, Z} ?= B,
                true ?= Z > X,
                {ok, Z - X}
            else
                false -> {ok, 0};
                Other -> {inner, Other}
            end,
            {done, X, Y}
        else
            Failure -> {outer, Failure}
        end
    end,
    [F({ok, 1}, {ok, 5}), F({ok, 5}, {ok, 1}), F({ok, 1}, no), F(no, {ok, 1})].

in_functions() ->
    [maybe N2 ?= N * N, true ?= N2 > 5, {N, N2} end || N <- [1, 2, 3, 4]].

with_exceptions() ->
    F = fun(X) ->
        try
            maybe
                {ok, Y} ?= X,
                Y div 2
            else
                error -> throw(from_else)
            end
        catch
            throw:T -> {thrown, T};
            error:E -> {error, E}
        after
            put(cleaned, true)
        end
    end,
    {[F(X) || X <- [{ok, 10}, {ok, a}, error]], erase(cleaned)}.

value_of_last_step() ->
    [maybe {ok, _} ?= identity({ok, last}) end,
     maybe identity(plain) end,
     maybe {ok, X} ?= identity({ok, 1}), {ok, Y} ?= identity({ok, X + 1}), X + Y end].

guards_in_else() ->
    F = fun(X) -> maybe {ok, _} ?= X else E when hd(E) =:= 1 -> one; E when is_list(E) -> list;
        _ -> rest end end,
    [F(X) || X <- [[1], [2], a, {ok, x}]].

parse(String) ->
    maybe
        {Left, [Operator | Rest]} ?= string:to_integer(String),
        {Right, []} ?= string:to_integer(Rest),
        {ok, Fun} ?= operator(Operator),
        true ?= Left < 1000 orelse {too_big, Left},
        {ok, Fun(Left, Right)}
    else
        {error, no_integer} -> {error, {no_integer, String}};
        {_, []} -> {error, no_operator};
        {unknown, Character} -> {error, {operator, [Character]}};
        Other -> {error, Other}
    end.

operator($+) -> {ok, fun erlang:'+'/2};
operator($*) -> {ok, fun erlang:'*'/2};
operator(Other) -> {unknown, Other}.
