%%! explore: types/2
%% Two tuples of one size that differ are not empty.
-module(tuples_of_one_size).
-export([types/2]).

-spec types(tuple(), tuple()) -> ok.
types(One, Two) when One =:= Two -> ok;
types(One, Two) when tuple_size(One) =:= tuple_size(Two) -> error(differ);
%%                                                          ^^^^^^^^^^^^^ crash: error:differ, types(_, _)
types(_, _) -> ok.

%%! stop: exhausted
%%! covers: all
