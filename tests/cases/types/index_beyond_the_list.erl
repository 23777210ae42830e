%%! explore: f/2
%%! depth: 20
-module(index_beyond_the_list).
-export([f/2]).
-spec f(pos_integer(), nonempty_list()) -> term().
f(N, List) -> lists:nth(N, List).
%%! crash in lists: error:function_clause, f(N, List) when N > length(List)
