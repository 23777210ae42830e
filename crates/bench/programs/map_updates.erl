%%% Counting in a map of a thousand keys, and in one of eight.
-module(map_updates).
-export([run/0]).

run() -> {count(100000, 1000, #{}), count(100000, 8, #{})}.

count(0, _, Counts) -> {maps:size(Counts), maps:get(1, Counts)};
count(N, Keys, Counts) ->
    Key = N * 7919 rem Keys,
    case Counts of
        #{Key := Count} -> count(N - 1, Keys, Counts#{Key := Count + 1});
        #{} -> count(N - 1, Keys, Counts#{Key => 1})
    end.
