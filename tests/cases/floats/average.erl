%%! explore: average/1
%% The average of a list that may be empty, and of numbers that may be large.
-module(average).
-export([average/1]).

-spec average([1..1000]) -> float().
average(Numbers) -> lists:sum(Numbers) / length(Numbers).
%%                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, average([])

%%! depth: 12
