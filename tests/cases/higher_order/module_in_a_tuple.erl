%%! explore: f/1
%% The name of the module is somewhere inside.
-module(module_in_a_tuple).
-export([f/1]).

-spec f({strategy, [{module(), integer()}]}) -> ok.
f({strategy, [{Module, N} | _]}) when N > 3 ->
    case Module:pick(N) of
%%       ^^^^^^^^^^^ crash: error:undef, f(_)
        {chosen, N} -> error(bug);
%%                     ^^^^^^^^^^ crash: error:bug, f({strategy, [{M, _} | _]}) when is_atom(M)
        _ -> ok
    end;
f(_) -> ok.
