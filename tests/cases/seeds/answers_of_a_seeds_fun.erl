%%! explore: check/2
%%! seed: [fun erlang:abs/1, 3]
%% The fun of a seed is a start, as all arguments are: it may return something else.
-module(answers_of_a_seeds_fun).
-export([check/2]).

-spec check(fun((integer()) -> integer()), integer()) -> ok.
check(F, X) ->
    case F(X) of
        42 when X > 100 -> error(found);
%%                         ^^^^^^^^^^^^ crash: error:found, check(_, X) when X > 100
        -1 -> error(negative);
%%            ^^^^^^^^^^^^^^^ crash: error:negative, check(F, _) when is_function(F, 1)
        _ -> ok
    end.

%%! stop: exhausted
%%! covers: all
