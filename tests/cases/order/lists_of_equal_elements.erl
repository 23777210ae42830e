%%! explore: lists/2
%% Both are lists of one element, and the elements are the same: so are the lists.
-module(lists_of_equal_elements).
-export([lists/2]).

-spec lists([term()], [term()]) -> atom().
lists(A, B) when A =:= B -> same;
lists([A], [B]) when A =:= B -> error(never);
lists([A], [B]) when A == B -> error(numbers);
%%                             ^^^^^^^^^^^^^^ crash: error:numbers, lists([A], [B]) when A == B
lists(_, _) -> others.

%%! stop: exhausted
%%! complete
