%%! explore: f/3
%% Three pids of which no two are the same.
-module(pids_that_differ).
-export([f/3]).

-spec f(pid(), pid(), pid()) -> ok.
f(P, Q, R) when P =:= Q; Q =:= R; P =:= R -> ok;
f(_, _, _) -> error(three).
%%            ^^^^^^^^^^^^ crash: error:three, f(P, Q, R) when P =/= Q, Q =/= R, P =/= R

%%! covers: all
