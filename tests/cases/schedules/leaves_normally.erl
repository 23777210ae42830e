%%! explore: f/1
-module(leaves_normally).
-export([f/1]).

%% `exit(normal)` is how a process ends that has done what it wanted.
-spec f(boolean()) -> ok.
f(true) -> exit(normal);
f(false) -> ok.
%%! stop: exhausted
