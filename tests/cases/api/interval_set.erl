%%! explore: api
%%! runs: 4000
%%! crash in lists: error:function_clause, api(Calls) when length(Calls) =< 4
%% An interval that reaches into the next one is not joined with it.
-module(interval_set).
-export([new/0, add/3, is_member/2, gaps/1]).
-export_type([set/0]).

-opaque set() :: [{integer(), integer()}].

-spec new() -> set().
new() -> [].

-spec add(0..999, 0..999, set()) -> set().
add(From, To, Set) when From =< To -> join(From, To, Set);
add(_, _, Set) -> Set.

join(From, To, [{_, End} = First | Rest]) when From > End + 1 -> [First | join(From, To, Rest)];
join(From, To, [{Start, End} | Rest]) when From >= Start -> [{Start, max(To, End)} | Rest];
join(From, To, Rest) -> [{From, To} | Rest].

-spec is_member(integer(), set()) -> boolean().
is_member(X, Set) -> lists:any(fun({From, To}) -> From =< X andalso X =< To end, Set).

-spec gaps(set()) -> [[integer()]].
gaps([{_, End} | [{Start, _} | _] = Rest]) -> [lists:seq(End + 1, Start - 1) | gaps(Rest)];
gaps(_) -> [].
