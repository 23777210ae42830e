%%! explore: twice/2
%%! seed: [fun erlang:hd/1, []]
%% What a fun of the seed raises is no crash of the function.
-module(exception_of_a_seeds_fun).
-export([twice/2]).

-spec twice(fun((T) -> T), T) -> T.
twice(F, X) -> F(F(X)).

%%! stop: exhausted
%%! verdict: no_crash_found
