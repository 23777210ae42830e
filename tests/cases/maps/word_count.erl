%%! explore: count/1
%% A map that the program builds from a list of the input: keys that may be the same.
-module(word_count).
-export([count/1]).

-spec count([atom()]) -> term().
count(Words) ->
    Counts = lists:foldl(fun(Word, Map) -> Map#{Word => maps:get(Word, Map, 0) + 1} end, #{}, Words),
    case Counts of
        #{yes := 2, no := 1} -> error(majority);
%%                              ^^^^^^^^^^^^^^^ crash: error:majority, count([_, _, _ | _])
        _ -> Counts
    end.

%%! depth: 12
%%! covers: all
