%% `after` in all its places: on a value, on each class, nested, throwing itself, in recursion;
%% what runs when is written down in the process dictionary.
-module(exceptions_after).
-export([main/0]).

main() ->
    [begin
         put(log, []),
         Outcome = try Test() of Value -> {value, Value} catch Class:Reason -> {Class, Reason} end,
         {Name, Outcome, lists:reverse(erase(log))}
     end || {Name, Test} <-
        [{value, fun() -> try 1 after log(a) end end},
         {throw, fun() -> try throw(x) after log(a) end end},
         {error, fun() -> try error(x) after log(a) end end},
         {exit, fun() -> try exit(x) after log(a) end end},
         {value_of_after_is_lost, fun() -> try 1 after log(a), 2 end end},
         {after_throws_over_value, fun() -> try 1 after log(a), throw(late) end end},
         {after_throws_over_error, fun() -> try error(early) after log(a), throw(late) end end},
         {of_body_is_not_protected, fun of_body_is_not_protected/0},
         {of_then_after, fun() -> try 1 of 1 -> log(body), one after log(a) end end},
         {no_of_clause, fun() -> try identity(2) of 1 -> one after log(a) end end},
         {catch_then_after, fun() -> try throw(x) catch throw:x -> log(caught), y after log(a) end end},
         {catch_rethrows, fun() -> try throw(x) catch throw:X -> log(caught),
             error({re, X}) after log(a) end end},
         {nobody_catches, fun() -> try error(x) catch throw:_ -> log(wrong) after log(a) end end},
         {nested, fun() -> try try throw(x) after log(inner) end after log(outer) end end},
         {nested_in_after, fun() -> try throw(x) after try throw(y) catch throw:Y ->
             log(Y) after log(inner) end end end},
         {three_deep, fun three_deep/0},
         {recursive, fun() -> recursive(3) end},
         {in_fun, fun() -> lists:map(fun(N) -> try 10 div N after log(N) end end, [5, 2, 0, 1]) end},
         {in_comprehension, fun() -> [try N after log(N) end || N <- [1, 2, 3]] end},
         {in_argument, fun() -> identity(try 1 after log(a) end) + identity(try 2 after log(b) end) end},
         {loop_left_by_throw, fun loop_left_by_throw/0},
         {variables_from_before, fun variables_from_before/0}]].

log(X) -> put(log, [X | get(log)]), X.

identity(X) -> X.

of_body_is_not_protected() ->
    try
        try 1 of 1 -> log(body), throw(from_body) catch throw:_ -> log(wrong) after log(a) end
    catch throw:from_body -> log(outer), right
    end.

three_deep() ->
    try
        try
            try error(one) after log(1) end
        catch error:one -> log(c1), throw(two)
        after log(2)
        end
    catch throw:two -> log(c2), exit(three)
    after log(3)
    end.

recursive(0) -> throw(bottom);
recursive(N) -> try log({down, N}), recursive(N - 1) after log({up, N}) end.

loop_left_by_throw() ->
    try lists:foreach(fun(3) -> throw({found, 3}); (N) -> log(N) end, [1, 2, 3, 4])
    catch throw:{found, N} -> N
    after log(done)
    end.

variables_from_before() ->
    X = identity(1),
    Y = try X + identity(1) after log({x, X}) end,
    try error({y, Y}) catch error:{y, Z} -> {X, Y, Z} after log({x, X, y, Y}) end.
