%%! tries: to take the place of a module of OTP
-module(lists_replaced).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin code:unstick_dir(code:lib_dir(stdlib) ++ "/ebin"), {ok, M, B} = compile:forms([{attribute, 1, module, lists}, {attribute, 1, export, [{reverse, 1}]}, {function, 1, reverse, 1, [{clause, 1, [{var, 1, 'L'}], [], [{var, 1, 'L'}]}]}], []), code:load_binary(M, "lists", B) end);
        false -> ok
    end,
    100 div N.
