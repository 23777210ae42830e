%%! explore: api
%%! runs: 300
%%! verdict: no_crash_found
%% Roots are joined, so every way up has an end.
-module(union_find_right).
-export([new/0, union/3, find/2]).
-export_type([forest/0]).

-opaque forest() :: #{integer() => integer()}.

-spec new() -> forest().
new() -> #{}.

-spec union(integer(), integer(), forest()) -> forest().
union(One, Other, Forest) ->
    case {find(One, Forest), find(Other, Forest)} of
        {Same, Same} -> Forest;
        {Root, Above} -> Forest#{Root => Above}
    end.

-spec find(integer(), forest()) -> integer().
find(One, Forest) -> find(One, Forest, map_size(Forest)).

find(One, Forest, Steps) when is_map_key(One, Forest), Steps > 0 ->
    find(maps:get(One, Forest), Forest, Steps - 1);
find(One, Forest, _) ->
    false = is_map_key(One, Forest),
    One.
