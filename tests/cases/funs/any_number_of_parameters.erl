%%! explore: f/2
-module(any_number_of_parameters).
-export([f/2]).
%% However many parameters they have, the funs return what their types say.
-spec f(fun((...) -> yes | no), fun((...) -> 1..3)) -> ok.
f(F, _) when is_function(F, 3) -> error(three_parameters);
%%                                ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:three_parameters, f(F, _) when is_function(F, 3)
f(F, G) when is_function(F, 1), is_function(G, 2) ->
    case {F(a), G(b, c)} of
        {no, 3} -> error(answers);
%%                 ^^^^^^^^^^^^^^ crash: error:answers, f(_, _)
        {_, 4} -> error(never);
        {maybe, _} -> error(never);
        _ -> ok
    end;
f(_, _) -> ok.
%%! stop: exhausted
