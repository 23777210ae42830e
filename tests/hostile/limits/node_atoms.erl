%%! tries: to fill the table of atoms of the node while a crash is confirmed
%%! options: --time 500ms --memory 300
-module(node_atoms).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> repeat(1100000, fun(I) -> list_to_atom("hostile_atom_" ++ integer_to_list(I)) end);
        false -> ok
    end,
    100 div N.

repeat(0, _) -> ok;
repeat(N, Do) -> Do(N), repeat(N - 1, Do).
