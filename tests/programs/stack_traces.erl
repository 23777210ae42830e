%% Stack traces: which frames are there (tail calls leave none), with module, function, arity or
%% arguments, and line; only frames of this module and the library above main/0 are returned.
-module(stack_traces).
-export([main/0, exported/1]).

main() ->
    [{Name, trace(Test)} || {Name, Test} <-
        [{direct, fun() -> direct(), ok end},
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
         {library, fun() -> library(), ok end},
         {library_with_fun, fun() -> library_with_fun(), ok end},
         {library_function_clause, fun() -> library_clause(), ok end},
         {local_fun, fun() -> local_fun(0), ok end},
         {named_fun, fun() -> named_fun(2), ok end},
         {comprehension, fun() -> comprehension([1, 0]), ok end},
         {nested_comprehension, fun() -> nested_comprehension(), ok end},
         {undefined, fun() -> undefined(), ok end},
         {undefined_module, fun() -> undefined_module(), ok end},
         {exported, fun() -> ?MODULE:exported(0), ok end},
         {through_apply, fun() -> through_apply(), ok end},
         {bad_fun, fun() -> bad_fun(), ok end},
         {bad_arity, fun() -> bad_arity(), ok end},
         {throw, fun() -> thrower(), ok end},
         {exit, fun() -> exiter(), ok end},
         {reraised, fun() -> reraised(), ok end},
         {error_with_arguments, fun() -> with_arguments(1, 2), ok end},
         {in_after, fun() -> in_after(), ok end},
         {after_keeps_it, fun() -> after_keeps_it(), ok end},
         {binary, fun() -> binary(a), ok end},
         {map, fun() -> map(#{}), ok end},
         {record_of_lines, fun() -> several_lines(), ok end}]].

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

identity(X) -> X.

direct() -> error(here).

body(0) -> error(bottom);
body(N) -> 1 + body(N - 1).

tail(0) -> error(bottom);
tail(N) -> tail(N - 1).

mixed(0) -> error(bottom);
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
    Y = identity(X),
    {ok, Z} = Y,
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

library() -> {lists:nth(identity(3), [a])}.

library_with_fun() ->
    X = lists:map(fun(N) ->
        10 div N
    end, [1, 0]),
    {X}.

library_clause() -> {lists:keyfind(a, identity(0), [])}.

local_fun(N) ->
    F = fun(X) -> 1 div X end,
    [F(N)].

named_fun(N) ->
    F = fun Loop(0) -> error(bottom);
            Loop(M) -> [Loop(M - 1)]
        end,
    [F(N)].

comprehension(List) ->
    [1 div X || X <- List].

nested_comprehension() ->
    [[X div Y || Y <- [1, 0]]
     || X <- [1, 2]].

undefined() -> {?MODULE:no_such(1, [2])}.

undefined_module() -> [(identity(no_such_module_xyz)):run()].

exported(N) -> {1 div N}.

through_apply() -> [apply(?MODULE, exported, [identity(0)])].

bad_fun() -> [(identity(x))(1)].

bad_arity() -> [(identity(fun(A) -> A end))(1, 2)].

thrower() -> [throw(ball)].

exiter() -> [exit(gone)].

reraised() ->
    try body(1)
    catch error:R:S -> erlang:raise(error, {again, R}, S)
    end.

with_arguments(A, B) -> error(strange, [A, B]).

in_after() ->
    try ok
    after
        body(1)
    end.

after_keeps_it() ->
    try body(1)
    after identity(ok)
    end.

binary(X) ->
    <<1,
      X:16>>.

map(Map) ->
    Map#{a := 1}.

several_lines() ->
    {identity(1),
     identity(2),
     body(
       1),
     identity(3)}.
