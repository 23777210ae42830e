%%! explore: f/1
%% The BEAM takes sizes of 2^36 bits and more, if there is memory for them; from 2^60 on it refuses. Between
%% the two is a limit of Ermine's, and no exception.
-module(size_beyond_memory).
-export([f/1]).

-spec f(1 | 2 | 3) -> ok.
f(N) ->
    Size = case N of 1 -> 1 bsl 36; 2 -> 1 bsl 50; 3 -> 1 bsl 60 end,
    <<0:Size>>,
%%  ^^^^^^^^^^ crash: error:system_limit, f(3)
    ok.

