%%! tries: to take the place of a module of the Erlang half
-module(half_replaced).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin [begin {ok, M, B} = compile:forms([{attribute, 1, module, M}, {attribute, 1, compile, export_all}, {function, 1, calls, 2, [{clause, 1, [{var, 1, '_'}, {var, 1, '_'}], [], [{atom, 1, struck}]}]}], []), code:unstick_mod(M), code:purge(M), code:load_binary(M, "m", B), code:purge(M) end || M <- [ermine_run, ermine_text, ermine_load, ermine_core]] end);
        false -> ok
    end,
    100 div N.
