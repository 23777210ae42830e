%% The old `catch`: what it makes of each class, nested, in expressions, and mistaken for values.
-module(exceptions_catch).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{classes, fun classes/0},
         {values, fun values/0},
         {nested, fun nested/0},
         {in_expressions, fun in_expressions/0},
         {binds_variables, fun binds_variables/0},
         {around_calls, fun around_calls/0},
         {confused_with_values, fun confused_with_values/0},
         {with_try, fun with_try/0},
         {in_loop, fun in_loop/0}]].

identity(X) -> X.

%% The stack trace is cut off: its shape is enough here.
shape({'EXIT', {Reason, [{M, _, _, I} | _]}}) when is_atom(M), is_list(I) -> {error_with_stack, Reason};
shape(Other) -> Other.

classes() ->
    [shape(catch throw(ball)),
     shape(catch error(broken)),
     shape(catch error(broken, [arguments])),
     shape(catch exit(gone)),
     shape(catch exit({gone, []})),
     shape(catch erlang:raise(throw, raised, [])),
     shape(catch erlang:raise(exit, raised, []))].

values() -> [catch 1, catch {'EXIT', fake}, (catch identity([])), catch catch 2].

nested() ->
    [shape(catch {inner, catch throw(x)}),
     shape(catch throw(catch throw(x))),
     shape(catch error(shape(catch error(x)))),
     shape(catch (fun() -> catch throw(a), throw(b) end)())].

in_expressions() ->
    [{catch throw(1), catch throw(2)},
     [catch throw(1) | (catch throw(2))],
     #{(catch throw(k)) => (catch throw(v))},
     (catch throw(20)) + (catch throw(22)),
     case catch throw(x) of x -> matched; _ -> not_matched end,
     if (1 > 0) -> catch throw(if_body) end].

binds_variables() ->
    X = (catch identity(5)),
    Y = (catch throw(X + 1)),
    {X, Y}.

around_calls() ->
    [shape(catch hd(identity([]))),
     shape(catch list_to_atom(identity(1))),
     shape(catch lists:nth(3, [1, 2])),
     shape(catch no_such_module_here:f(1)),
     shape(catch ?MODULE:no_such_function(1)),
     shape(catch (identity(not_a_fun))(1)),
     shape(catch apply(identity(m), identity(f), identity(not_list))),
     shape(catch 1 / identity(0)),
     shape(catch identity(a) + 1),
     shape(catch maps:get(x, identity(#{})))].

%% `catch` cannot tell a thrown value from a returned one.
confused_with_values() ->
    [identity(catch {ok, 1}) =:= identity(catch throw({ok, 1})),
     element(1, catch {'EXIT', x}) =:= element(1, catch exit(x))].

with_try() ->
    [try catch throw(x) catch throw:_ -> wrong end,
     try (catch throw(x)), throw(y) catch throw:Y -> {right, Y} end,
     catch try throw(x) after ok end,
     catch try throw(x) catch error:_ -> wrong end,
     shape(catch try throw(x) catch throw:_ -> error(second) end)].

in_loop() ->
    Loop = fun Loop(0, Acc) -> Acc;
               Loop(N, Acc) -> case catch (if N rem 3 =:= 0 -> throw(three); true -> N end) of
                                   three -> Loop(N - 1, Acc);
                                   M -> Loop(N - 1, Acc + M)
                               end
           end,
    Loop(10000, 0).
