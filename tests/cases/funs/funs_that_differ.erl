%%! explore: compare/2
%% Two funs of the input may be one, or not; one returns one thing for the same arguments.
-module(funs_that_differ).
-export([compare/2]).

-spec compare(fun((integer()) -> integer()), fun((integer()) -> integer())) -> ok.
compare(F, G) when F =:= G ->
    case {F(1), G(1)} of
        {5, 5} -> error(same);
%%                ^^^^^^^^^^^ crash: error:same, compare(_, _)
        {5, 6} -> error(never);
        _ -> ok
    end;
compare(F, G) when F == G -> error(never);
compare(F, G) ->
    case {F(1), G(1)} of
        {5, 6} -> error(differ);
%%                ^^^^^^^^^^^^^ crash: error:differ, compare(_, _)
        {7, 7} -> error(alike);
%%                ^^^^^^^^^^^^ crash: error:alike, compare(_, _)
        _ -> ok
    end.

%%! stop: exhausted
