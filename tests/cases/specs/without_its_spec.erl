%%! explore: sum/1
%% The same kind of program without its spec: everything goes in.
-module(without_its_spec).
-export([sum/1]).
%%! no-spec

-spec sum([integer()]) -> integer().
sum([]) -> 0;
%%^ crash: error:function_clause, sum(X) when not is_list(X)
sum([X | Xs]) -> X + sum(Xs).
%%               ^^^^^^^^^^^ crash: error:badarith, sum([X | _]) when not is_number(X)

%%! depth: 8
