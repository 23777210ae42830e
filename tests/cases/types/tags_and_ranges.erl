%%! explore: f/2
-module(tags_and_ranges).
-export([f/2]).
%% The tag tells the range: what is computed from a number in the other one is no solution.
-type item() :: {a, 1..3} | {b, 7..9}.
-spec f(item(), [item()]) -> ok.
f({T, N}, _) when N * N < 70, N > 3, T =/= b -> error(never);
f({b, N}, [{b, M}, {a, K} | _]) when N + M + K =:= 20, N < M -> error(found);
%%                                                              ^^^^^^^^^^^^ crash: error:found, f({b, _}, [{b, _}, {a, _} | _])
f(_, _) -> ok.
%%! stop: exhausted
%%! complete
