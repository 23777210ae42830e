%% Funs: closures over variables, over each other, recursive ones, external funs, currying, funs in
%% data, shadowing, fun_info, comparison, funs sent to other processes.
-module(closures).
-export([main/0, exported/2]).
-compile(nowarn_shadow_vars).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{capture, fun capture/0},
         {shadowing, fun shadowing/0},
         {factory, fun factory/0},
         {curry, fun() -> (((curry(fun(A, B, C) -> {A, B, C} end))(1))(2))(3) end},
         {recursive, fun recursive/0},
         {y_combinator, fun y_combinator/0},
         {church_numerals, fun church_numerals/0},
         {external, fun external/0},
         {in_data, fun in_data/0},
         {clauses_and_guards, fun clauses_and_guards/0},
         {information, fun information/0},
         {equality, fun equality/0},
         {sent_away, fun sent_away/0},
         {lazy_streams, fun lazy_streams/0},
         {continuations, fun continuations/0},
         {state_by_closures, fun state_by_closures/0},
         {apply_forms, fun apply_forms/0},
         {guards_on_funs, fun guards_on_funs/0},
         {errors, fun errors/0}]].

exported(A, B) -> A * 10 + B.

identity(X) -> X.

capture() ->
    X = identity(1),
    Y = identity(2),
    F = fun(Z) -> G = fun() -> X + Y + Z end, G() * 10 end,
    [F(N) || N <- [1, 2, 3]].

shadowing() ->
    X = identity(outer),
    F = fun(X1) -> case X1 of X -> same; _ -> other end end,
    G = fun(X) -> X end,
    {F(outer), F(inner), G(inner), X, [X || X <- [1, 2]], X}.

factory() ->
    Adders = [fun(M) -> N + M end || N <- lists:seq(1, 5)],
    [Adder(10) || Adder <- Adders].

curry(Fun) -> fun(A) -> fun(B) -> fun(C) -> Fun(A, B, C) end end end.

recursive() ->
    Factorial = fun F(0) -> 1; F(N) -> N * F(N - 1) end,
    Ackermann = fun A(0, N) -> N + 1; A(M, 0) -> A(M - 1, 1); A(M, N) -> A(M - 1, A(M, N - 1)) end,
    {Factorial(25), Ackermann(2, 9)}.

y_combinator() ->
    Y = fun(F) -> (fun(X) -> X(X) end)(fun(X) -> F(fun(A) -> (X(X))(A) end) end) end,
    Fibonacci = Y(fun(Self) -> fun(N) when N < 2 -> N; (N) -> Self(N - 1) + Self(N - 2) end end),
    Fibonacci(15).

church_numerals() ->
    Zero = fun(_) -> fun(X) -> X end end,
    Successor = fun(N) -> fun(F) -> fun(X) -> F((N(F))(X)) end end end,
    Plus = fun(M, N) -> fun(F) -> fun(X) -> (M(F))((N(F))(X)) end end end,
    Times = fun(M, N) -> fun(F) -> M(N(F)) end end,
    ToInteger = fun(N) -> (N(fun(X) -> X + 1 end))(0) end,
    Three = Successor(Successor(Successor(Zero))),
    Four = Plus(Three, Successor(Zero)),
    [ToInteger(N) || N <- [Zero, Three, Four, Times(Three, Four), Plus(Times(Four, Four), Three)]].

external() ->
    F = fun lists:reverse/1,
    Module = identity(?MODULE), Name = identity(exported), Arity = identity(2),
    G = fun Module:Name/Arity,
    Late = fun no_such_module_here:f/0,
    {F([1, 2, 3]), G(4, 2), F, G, F =:= fun lists:reverse/1, is_function(Late, 0),
        try Late() catch error:R -> R end}.

in_data() ->
    Operations = #{plus => fun(A, B) -> A + B end, minus => fun erlang:'-'/2, own => fun exported/2},
    Calls = [{plus, 1, 2}, {minus, 5, 3}, {own, 4, 2}],
    [(maps:get(Op, Operations))(A, B) || {Op, A, B} <- Calls].

clauses_and_guards() ->
    F = fun({circle, R}) when R > 0 -> {area, 3 * R * R};
           ({square, S}) -> {area, S * S};
           ([H | _]) -> {head, H};
           (X) when is_atom(X); is_integer(X) -> simple;
           (_) -> unknown
        end,
    [F(X) || X <- [{circle, 2}, {circle, -1}, {square, 3}, [a], x, 7, 1.5]].

information() ->
    X = identity(captured), Y = identity([1, 2]),
    F = fun(_, _) -> {X, Y} end,
    External = fun lists:map/2,
    {[erlang:fun_info(F, Item) || Item <- [arity, module, type]],
     lists:sort(element(2, erlang:fun_info(F, env))),
     lists:sort(erlang:fun_info(External))}.

equality() ->
    Make = fun(X) -> fun() -> X end end,
    {A, B, C} = {Make(1), Make(1), Make(2)},
    {A =:= B, A =:= C, A == B, A =:= fun() -> 1 end, fun lists:map/2 < A orelse A < fun lists:map/2}.

sent_away() ->
    Self = self(),
    N = identity(20),
    Worker = spawn(fun() -> receive {run, Fun} -> Self ! {result, Fun(22)} end end),
    Worker ! {run, fun(M) -> N + M end},
    receive {result, R} -> R end.

lazy_streams() ->
    From = fun From(N) -> fun() -> {N, From(N + 1)} end end,
    Filter = fun Filter(P, S) -> fun() -> {H, T} = S(),
        case P(H) of true -> {H, Filter(P, T)}; false -> (Filter(P, T))() end end end,
    Sieve = fun Sieve(S) -> fun() -> {P, T} = S(),
        {P, Sieve(Filter(fun(N) -> N rem P =/= 0 end, T))} end end,
    Take = fun Take(0, _) -> []; Take(N, S) -> {H, T} = S(), [H | Take(N - 1, T)] end,
    Take(15, Sieve(From(2))).

continuations() ->
    Factorial = fun F(0, K) -> K(1); F(N, K) -> F(N - 1, fun(R) -> K(N * R) end) end,
    Escape = fun(List) -> (fun Loop([], K, _) -> K(1); Loop([0 | _], _, Exit) -> Exit(zero_found);
                               Loop([X | Rest], K, Exit) -> Loop(Rest, fun(R) -> K(X * R) end,
                                   Exit) end)(List, fun identity/1, fun identity/1) end,
    {Factorial(1000, fun(X) -> X rem 1000007 end), Escape([1, 2, 3]), Escape([1, 0, x])}.

state_by_closures() ->
    Counter = fun Counter(N) -> fun(get) -> N; (increase) -> Counter(N + 1) end end,
    C = lists:foldl(fun(_, Acc) -> Acc(increase) end, Counter(0), lists:seq(1, 10)),
    C(get).

apply_forms() ->
    F = fun(A, B) -> {A, B} end,
    [apply(F, [1, 2]), apply(?MODULE, exported, [1, 2]), apply(fun exported/2, [3, 4]),
        erlang:apply(lists, max, [[3, 9, 2]]),
     (identity(lists)):(identity(sum))([1, 2])].

guards_on_funs() ->
    [{is_function(F), is_function(F, 1), is_function(F, 2)}
        || F <- [fun identity/1, fun(_, _) -> x end, fun lists:map/2, {lists, map}, x]].

errors() ->
    [try F() catch error:{badarity, {_, A}} -> {badarity, A}; C:R -> {C, R} end || F <-
        [fun() -> (identity(fun(X) -> X end))() end, fun() -> (identity(fun() -> x end))(1, 2) end,
            fun() -> (identity(atom))() end,
         fun() -> (identity({lists, sum}))([1]) end,
             fun() -> apply(identity(fun() -> x end), identity(x)) end,
         fun() -> (fun(a) -> b end)(identity(c)) end, fun() -> is_function(identity(x), identity(-1)) end]].
