%%! explore: find/1
%% An iterator stops where the program stops it.
-module(iterator_over_input).
-export([find/1]).

-spec find(#{integer() => atom()}) -> term().
find(Map) -> next(maps:next(maps:iterator(Map)), 0).

next({Key, stop, _}, Sum) when Key + Sum =:= 50 -> error({stopped, Key});
%%                                                 ^^^^^^^^^^^^^^^^^^^^^ crash: error:{stopped, _}, find(_)
next({_, stop, _}, Sum) -> Sum;
next({Key, _, Rest}, Sum) -> next(maps:next(Rest), Sum + Key);
next(none, Sum) -> Sum.

%%! depth: 10
%%! covers: all
