%%! explore: no_atom/2
%%! explore: improper/1
%%! explore: no_fun/1
%%! explore: other_arity/2
-module(shown_in_a_trace).
-export([no_atom/2, improper/1, no_fun/1, other_arity/2]).

%% What an exception shows of the input may be looked at by whoever catches it.
-spec no_atom(term(), term()) -> term().
no_atom(M, F) ->
    try
        M:F()
    catch
        error:badarg:Trace ->
            case Trace of
                [{_, _, [4711, _, _], _} | _] -> binary_to_list(no_module);
%%                                               ^^^^^^^^^^^^^^ crash: error:badarg, no_atom(4711, _)
                [{_, _, [_, {f, X}, _], _} | _] when X > 10 -> binary_to_list(no_name);
%%                                                             ^^^^^^^^^^^^^^ crash: error:badarg, no_atom(_, {f, _})
                _ -> ok
            end;
        _:_ ->
            ok
    end.

-spec improper(term()) -> term().
improper(A) ->
    try
        apply(lists, reverse, A)
    catch
        error:badarg:Trace ->
            case Trace of
                [{erlang, apply, [_, _, [_ | 4711]], _} | _] -> binary_to_list(no_list);
%%                                                              ^^^^^^^^^^^^^^ crash: error:badarg, improper([_ | 4711])
                _ -> ok
            end;
        _:_ ->
            ok
    end.

-spec no_fun(term()) -> term().
no_fun(F) ->
    try
        F()
    catch
        error:{badfun, 4711} -> binary_to_list(no_fun);
%%                              ^^^^^^^^^^^^^^ crash: error:badarg, no_fun(4711)
        _:_ -> ok
    end.

-spec other_arity(fun((integer()) -> integer()), integer()) -> term().
other_arity(F, X) ->
    try
        F(X, 1)
    catch
        error:{badarity, {G, [4711 | _]}} when G =:= F -> binary_to_list(other_arity);
%%                                                        ^^^^^^^^^^^^^^ crash: error:badarg, other_arity(_, 4711)
        _:_ -> ok
    end.
