%%! explore: smallest_of_two/1
%% What is opaque is sorted, because its module sorts it: nothing fails.
-module(sorted_set).
-export([empty/0, add/2, smallest_of_two/1]).
-export_type([set/0]).
-opaque set() :: [integer()].
%%! runs: 1000

-spec empty() -> set().
empty() -> [].

-spec add(integer(), set()) -> set().
add(X, Set) -> lists:umerge([X], Set).

-spec smallest_of_two(set()) -> integer().
smallest_of_two([X, Y | _]) when X >= Y -> error(not_sorted);
smallest_of_two([X | _]) -> X;
smallest_of_two([]) -> 0.
%%! verdict: no_crash_found
