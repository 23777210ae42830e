%%! explore: compare/2
%% Two funs that nobody calls may differ all the same. No fun is a number.
-module(funs_nobody_calls_differ).
-export([compare/2]).

-spec compare(fun((integer()) -> ok), fun((integer()) -> ok)) -> ok.
compare(F, _) when F == 3; F =:= foo; F == [] -> error(never);
compare(F, G) when F == G -> ok;
compare(_, _) -> error(differ).
%%               ^^^^^^^^^^^^^ crash: error:differ, compare(_, _)

%%! stop: exhausted
