%%! explore: size_of/2
%% A spec with two clauses: the combinations that neither allows are not tried.
-module(overloaded).
-export([size_of/2]).

-spec size_of(list, [integer()]) -> integer();
             (pair, {integer(), integer()}) -> integer().
size_of(list, []) -> 0;
size_of(list, [_ | _]) -> 1;
size_of(pair, {X, X}) -> error({twins, X});
%%                       ^^^^^^^^^^^^^^^^^ crash: error:{twins, X}, size_of(pair, {X, X})
size_of(pair, {_, _}) -> 2.

%%! stop: exhausted
%%! complete
%%! covers: all
