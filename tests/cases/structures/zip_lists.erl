%%! explore: dot/2
%% Two lists walked together must be of one length.
-module(zip_lists).
-export([dot/2]).

-spec dot([integer()], [integer()]) -> integer().
dot([], []) -> 0;
%%^^ crash: error:function_clause, dot(A, B) when length(A) =/= length(B)
dot([A | As], [B | Bs]) -> A * B + dot(As, Bs).

%%! depth: 9
%%! covers: all
