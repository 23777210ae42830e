%%! explore: api
%%! runs: 800
%%! reductions: 5000
%%! hang: api(Calls) when length(Calls) >= 4
%% It is not the root that is joined, so two can be the parents of each other.
-module(union_find).
-export([new/0, union/3, find/2]).
-export_type([forest/0]).

-opaque forest() :: #{integer() => integer()}.

-spec new() -> forest().
new() -> #{}.

-spec union(integer(), integer(), forest()) -> forest().
union(Same, Same, Forest) -> Forest;
union(One, Other, Forest) -> Forest#{One => Other}.

-spec find(integer(), forest()) -> integer().
find(One, Forest) ->
    case Forest of
        #{One := Parent} -> find(Parent, Forest);
        #{} -> One
    end.
