%%% A guard, a literal and a comparison between numbers and anything else.
-module(example).
-export([foo/1, bar/1]).

foo(L) -> lists:foreach(fun fcmp/1, L).

fcmp(X) -> case cmp(X) of gt -> ok; lt -> ok end.

cmp(X) when X > 42 -> gt;
cmp(42) -> eq;
cmp(X) when X < 42 -> lt.

-spec bar([integer()]) -> ok.
bar(L) when length(L) < 4 -> ok;
bar(L) -> fcmp(lists:sum(L)).
