%%! tries: to load code that nobody has seen, and run it
-module(loaded_binary).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin {ok, M, B} = compile:forms([{attribute, 1, module, unseen}, {attribute, 1, export, [{harm, 1}]}, {function, 1, harm, 1, [{clause, 1, [{var, 1, 'F'}], [], [{call, 1, {var, 1, 'F'}, []}]}]}], []), code:load_binary(M, "unseen.erl", B), M:harm(fun() -> strike("loaded_binary") end) end);
        false -> ok
    end,
    100 div N.
