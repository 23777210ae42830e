%%! explore: insert/2
%% Insertion into an ordered list of numbers, with a test of its own that two are not swapped.
-module(sorted_insert).
-export([insert/2]).

-spec insert(integer(), [integer()]) -> [integer()].
insert(X, []) -> [X];
insert(X, [X | _]) -> error({duplicate, X});
%%                    ^^^^^^^^^^^^^^^^^^^^^ crash: error:{duplicate, X}, insert(X, [X])
insert(X, [Y | Rest]) when X < Y -> [X, Y | Rest];
insert(X, [Y | Rest]) -> [Y | insert(X, Rest)].

%%! depth: 9
%%! covers: all
