%%! explore: asked/3
%% A fun returns one thing for arguments that are the same, also where only their parts are known to be.
-module(same_arguments_by_parts).
-export([asked/3]).

-spec asked(fun((tuple()) -> atom() | tuple()), tuple(), integer()) -> atom().
asked(F, T, N) when tuple_size(T) =:= 1, element(1, T) =:= N ->
    case {F(T), F({N})} of
        {A, B} when is_atom(A), is_tuple(B) -> error(never);
        {A, B} when is_atom(A), A =/= B -> error(never_either);
        {a, _} -> error(asked);
%%                ^^^^^^^^^^^^ crash: error:asked, asked(_, {N}, N)
        _ -> ok
    end;
asked(_, _, _) -> ok.

%%! stop: exhausted
