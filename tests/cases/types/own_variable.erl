%%! explore: f/2
-module(own_variable).
-export([f/2]).
%% A variable without a bound is any term: whatever comes back is right.
-spec f(A, B) -> {A, B} | A.
f(A, A) -> A;
f(A, B) -> {B, A}.
%%! verdict: proved
