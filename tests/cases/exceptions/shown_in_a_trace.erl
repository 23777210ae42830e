%%! explore: f/3
%% What an exception shows of the input may be looked at by whoever catches it.
-module(shown_in_a_trace).
-export([f/3]).

-spec f(no_atom | improper | no_fun | other_arity, term(), term()) -> term().
f(no_atom, M, F) when not is_atom(M); not is_atom(F) -> no_atom(M, F);
f(improper, A, _) -> improper(A);
f(no_fun, F, _) -> no_fun(F);
f(other_arity, F, X) when is_function(F, 1) -> other_arity(F, X);
f(_, _, _) -> ok.

no_atom(M, F) ->
    try
        M:F()
    catch
        error:badarg:Trace ->
            case Trace of
                [{_, _, [4711, _, _], _} | _] -> binary_to_list(no_module);
%%                                               ^^^^^^^^^^^^^^ crash: error:badarg, f(no_atom, 4711, _)
                [{_, _, [_, {f, X}, _], _} | _] when X > 10 -> binary_to_list(no_name);
%%                                                             ^^^^^^^^^^^^^^ crash: error:badarg, f(no_atom, _, {f, _})
                _ -> ok
            end;
        _:_ ->
            ok
    end.

improper(A) ->
    try
        apply(lists, reverse, A)
    catch
        error:badarg:Trace ->
            case Trace of
                [{erlang, apply, [_, _, [_ | 4711]], _} | _] -> binary_to_list(no_list);
%%                                                              ^^^^^^^^^^^^^^ crash: error:badarg, f(improper, [_ | 4711], _)
                _ -> ok
            end;
        _:_ ->
            ok
    end.

no_fun(F) ->
    try
        F()
    catch
        error:{badfun, 4711} -> binary_to_list(no_fun);
%%                              ^^^^^^^^^^^^^^ crash: error:badarg, f(no_fun, 4711, _)
        _:_ -> ok
    end.

other_arity(F, X) ->
    try
        F(X, 1)
    catch
        error:{badarity, {G, [4711 | _]}} when G =:= F -> binary_to_list(other_arity);
%%                                                        ^^^^^^^^^^^^^^ crash: error:badarg, f(other_arity, _, 4711)
        _:_ -> ok
    end.
