%% Which calls are in a stack trace: callers, built-ins, calls that were the last thing to do, funs
%% that cannot be applied. What is tested is called through the module, so that the compiler does not
%% find out that it never returns.
-module(stack_traces).
-compile(export_all).
-compile(nowarn_export_all).

main() ->
    Arity = fun(_, _) -> ok end,
    [{Name, show_arguments(Arguments), frames(Name, Arguments)}
        || {Name, Lists} <- tests(), Arguments <- Lists]
        ++ [{arity_last, frames(fun_last, [Arity])},
            {arity, frames(a_fun, [Arity])},
            {comprehension, frames(comprehension, [Arity])},
            {sort, frames(sort, [fun(_) -> ok end])},
            {zeros, [signed(plus(identity(-0.0))), signed(apply(erlang, identity('+'), [-0.0]))]}].

%% Functions, and lists of arguments for each.
tests() ->
    [{deep, [[20]]},
     {ping, [[3], [15]]},
     {deep_application, [[not_a_fun, 10]]},
     {clauses, [[1]]},
     {builtin_last, [[1]]},
     {builtin, [[1]]},
     {named_last, [[erlang, atom_to_list], [erlang, length], [erlang, hd], [ets, info],
         [lists, reverse], [persistent_term, get], [erlang, error], [erlang, throw],
         [no_module, f], [erlang, 2], [{a}, b]]},
     {named, [[erlang, atom_to_list], [erlang, hd], [lists, reverse], [erlang, exit],
         [no_module, f], [{a}, b]]},
     {fun_last, [[fun erlang:atom_to_list/1], [fun erlang:atom_to_list/2],
         [fun ?MODULE:clauses/1], [fun ?MODULE:ping/2], [not_a_fun]]},
     {a_fun, [[fun erlang:atom_to_list/1], [fun erlang:atom_to_list/2],
         [fun ?MODULE:clauses/1], [fun ?MODULE:ping/2], [not_a_fun]]},
     {apply_last, [[erlang, atom_to_list, [1]], [erlang, '+', [a, 1]], [ets, lookup, [a, b]],
         [maps, get, [a, #{}]], [lists, map, [1, 2]], [erlang, error, [a, [b]]],
         [erlang, atom_to_list, 1], [1, f, []]]},
     {applied, [[erlang, atom_to_list, [1]], [erlang, '+', [a, 1]], [lists, map, [1, 2]],
         [erlang, error, [a, [b]]], [1, f, []]]},
     {plus, [[a]]},
     {add_one, [[a]]},
     {one_less, [[a]]},
     {times_two, [[a]]},
     {minus, [[a]]},
     {literal_and_one, [[]]},
     {given, [[[{a, b, 1}, {c, d, [1], [{line, 7}]}]]]}].

frames(Name, Arguments) ->
    try {value, apply(?MODULE, Name, Arguments)}
    catch Class:_:Trace ->
        {Class, [show(Frame) || Frame <- lists:takewhile(fun is_inside/1, Trace)]}
    end.

is_inside(Frame) -> element(2, Frame) =/= frames.

show({Module, Function, Arguments, Location}) ->
    Error = [Info || {error_info, Info} <- Location],
    {Module, Function, show_arguments(Arguments), proplists:get_value(line, Location), Error}.

show_arguments(Arguments) when is_list(Arguments) ->
    [if is_function(Argument) -> 'fun'; true -> Argument end || Argument <- Arguments];
show_arguments(Arity) -> Arity.

identity(X) -> X.
fail() -> error(bottom).
signed(Float) -> <<Float/float>>.

deep(0) -> ?MODULE:fail();
deep(N) -> 1 + deep(N - 1).

ping(0) -> ?MODULE:fail();
ping(N) -> 1 + pong(N - 1).
pong(0) -> ?MODULE:fail();
pong(N) -> 1 + ping(N - 1).
ping(_, _) -> ok.

deep_application(F, 0) -> {F(1)};
deep_application(F, N) -> {deep_application(F, N - 1)}.

clauses(2) -> ok.
builtin_last(X) -> atom_to_list(X).
builtin(X) -> {atom_to_list(X)}.
named_last(M, F) -> M:F(1).
named(M, F) -> {M:F(1)}.
fun_last(F) -> F(1).
a_fun(F) -> {F(1)}.
apply_last(M, F, A) -> apply(M, F, A).
applied(M, F, A) -> {apply(M, F, A)}.
comprehension(F) -> [F(X) || X <- [1, 2]].
sort(F) -> {lists:sort(F, [1, 2, 3])}.
plus(X) -> +X.
add_one(X) -> X + 1.
one_less(X) -> {X - 1}.
times_two(X) -> X * 2.
minus(X) -> {-X}.
literal_and_one() -> a + 1.
given(Trace) -> erlang:raise(error, given, Trace).
