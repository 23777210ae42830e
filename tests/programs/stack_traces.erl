%% Stack traces: which frames are there (tail calls leave none), with module, function, arity or
%% arguments, and line; only frames above those of main/0 are returned.
%%
%% Every function here can also return, whatever its arguments' types: calls that never do are
%% turned into tail calls by the compiler's last passes.
-module(stack_traces).
-export([main/0]).
-export([direct/1, body/1, tail/1, mixed/1, clauses/2, in_case/1, in_match/1, in_if/1, arithmetic/2,
         built_in/1, built_in_in_tail/1, library/1, library_with_fun/1, library_clause/1, local_fun/1,
         named_fun/1, comprehension/1, nested_comprehension/1, undefined/1, undefined_module/1,
         exported/1, through_apply/1, bad_arity/1, thrower/1, exiter/1, reraised/1, with_arguments/2,
         in_after/1, after_keeps_it/1, in_catch_clause/1, binary/1, map/1, several_lines/1, deep/1, other/1]).

main() ->
    [{Name, trace(Test)} || {Name, Test} <-
        [{direct, fun() -> direct(oops), ok end},
         {body_calls, fun() -> body(3), ok end},
         {tail_calls, fun() -> tail(3), ok end},
         {mixed, fun() -> mixed(4), ok end},
         {function_clause, fun() -> clauses(3, c), ok end},
         {case_clause, fun() -> in_case(x), ok end},
         {badmatch, fun() -> in_match(x), ok end},
         {if_clause, fun() -> in_if(1), ok end},
         {arithmetic, fun() -> arithmetic(1, a), ok end},
         {built_in, fun() -> built_in([]), ok end},
         {built_in_in_tail, fun() -> built_in_in_tail(1), ok end},
         {library, fun() -> library(3), ok end},
         {library_with_fun, fun() -> library_with_fun([1, 0]), ok end},
         {library_function_clause, fun() -> library_clause(0), ok end},
         {local_fun, fun() -> local_fun([0]), ok end},
         {named_fun, fun() -> named_fun(2), ok end},
         {comprehension, fun() -> comprehension([1, 0]), ok end},
         {nested_comprehension, fun() -> nested_comprehension([1, 0]), ok end},
         {undefined, fun() -> undefined(?MODULE), ok end},
         {undefined_module, fun() -> undefined_module(no_such_module_xyz), ok end},
         {exported, fun() -> ?MODULE:exported(0), ok end},
         {through_apply, fun() -> through_apply([0]), ok end},
         {bad_arity, fun() -> bad_arity(fun direct/1), ok end},
         {throw, fun() -> thrower(ball), ok end},
         {exit, fun() -> exiter(gone), ok end},
         {reraised, fun() -> reraised(1), ok end},
         {error_with_arguments, fun() -> with_arguments(1, 2), ok end},
         {in_after, fun() -> in_after(1), ok end},
         {after_keeps_it, fun() -> after_keeps_it(1), ok end},
         {in_catch_clause, fun() -> in_catch_clause(1), ok end},
         {binary, fun() -> binary(a), ok end},
         {map, fun() -> map(#{}), ok end},
         {several_lines, fun() -> several_lines(1), ok end},
         {not_so_deep, fun() -> deep(4), ok end},
         {deep_is_cut, fun() -> deep(101), ok end}]].

%% The frames down to the test's own fun in main/0.
trace(Test) ->
    try Test() of Value -> {no_exception, Value}
    catch Class:Reason:Stack -> {Class, reason(Reason), reduce(Stack)}
    end.

reason({badarity, {Fun, Arguments}}) when is_function(Fun) -> {badarity, Arguments};
reason(Reason) -> Reason.

reduce([]) -> [];
reduce([{?MODULE, trace, _, _} | _]) -> [];
reduce([{Module, Function, Arity, Info} | Stack]) ->
    case is_from_main(Module, Function) of
        true -> [];
        false -> [[Module, Function, hide_funs(Arity), line(Module, Info)] | reduce(Stack)]
    end.

is_from_main(?MODULE, Function) -> lists:prefix("-main/0-", atom_to_list(Function));
is_from_main(_, _) -> false.

hide_funs(Arguments) when is_list(Arguments) -> [if is_function(A) -> a_fun; true -> A end || A <- Arguments];
hide_funs(Arity) -> Arity.

%% Lines of the library depend on its version.
line(?MODULE, Info) -> proplists:get_value(line, Info, none);
line(_, _) -> library.

direct(fine) -> ok;
direct(Reason) -> error(Reason).

body(0) -> error(bottom);
body(N) when N < 0 -> 0;
body(N) -> 1 + body(N - 1).

tail(0) -> error(bottom);
tail(N) when N < 0 -> 0;
tail(N) -> tail(N - 1).

mixed(0) -> error(bottom);
mixed(N) when N < 0 -> [];
mixed(N) when N rem 2 =:= 0 -> mixed(N - 1);
mixed(N) -> [mixed(N - 1)].

clauses(1, a) -> ok;
clauses(2, b) -> ok.

in_case(X) ->
    case X of
        a -> 1;
        b -> 2
    end.

in_match(X) ->
    Y = [X],
    {ok, Z} = hd(Y),
    Z.

in_if(X) ->
    if
        X > 5 -> big;
        X < 0 -> negative
    end.

arithmetic(A, B) ->
    C = A + A,
    C * B.

built_in(List) ->
    X = hd(List),
    {X}.

built_in_in_tail(X) -> atom_to_list(X).

library(N) -> {lists:nth(N, [a])}.

library_with_fun(List) ->
    X = lists:map(fun(N) ->
        10 div N
    end, List),
    {X}.

library_clause(N) -> {lists:keyfind(a, N, [])}.

local_fun(List) ->
    F = fun(X) -> 1 div X end,
    [F(hd(List)),
     F(1)].

named_fun(N) ->
    F = fun Loop(0) -> error(bottom);
            Loop(M) when M < 0 -> [];
            Loop(M) -> [Loop(M - 1)]
        end,
    [F(N)].

comprehension(List) ->
    [1 div X || X <- List].

nested_comprehension(List) ->
    [[X div Y || Y <- List]
     || X <- List].

undefined(Module) -> {Module:no_such(1, [2])}.

undefined_module(Module) -> [Module:run()].

exported(N) -> {1 div N}.

through_apply(Arguments) -> [apply(?MODULE, exported, Arguments)].

bad_arity(Fun) -> [Fun(1, 2)].

thrower(fine) -> ok;
thrower(X) -> throw(X).

exiter(fine) -> ok;
exiter(X) -> exit(X).

reraised(N) ->
    try body(N)
    catch error:R:S -> erlang:raise(error, {again, R}, S)
    end.

with_arguments(fine, _) -> ok;
with_arguments(A, B) -> error(strange, [A, B]).

in_after(N) ->
    try N
    after
        body(N)
    end.

after_keeps_it(N) ->
    try body(N)
    after erlang:put(stack_traces, N)
    end.

in_catch_clause(N) ->
    try body(N)
    catch error:bottom ->
        [body(N)]
    end.

binary(X) ->
    <<1,
      X:16>>.

map(Map) ->
    Map#{a := 1}.

several_lines(N) ->
    {abs(N),
     abs(N),
     body(
       N),
     abs(N)}.

%% Equal frames in a row are kept once, and only the uppermost eight of all.
deep(0) -> error(bottom);
deep(N) when N < 0 -> [];
deep(N) -> [other(N - 1)].

other(0) -> error(bottom);
other(N) when N < 0 -> [];
other(N) -> [deep(N - 1)].
