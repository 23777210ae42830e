%%! explore: transpose/1
%% Rows of different lengths have no transpose.
-module(matrix_transpose).
-export([transpose/1]).

-spec transpose([[integer()]]) -> [[integer()]].
transpose([]) -> [];
transpose([[] | _]) -> [];
transpose(Rows) -> [heads(Rows) | transpose(tails(Rows))].

heads([]) -> [];
heads([[Head | _] | Rows]) -> [Head | heads(Rows)];
heads([[] | _]) -> error(ragged).
%%                 ^^^^^^^^^^^^^ crash: error:ragged, transpose([[_ | _] | _])

tails(Rows) -> [Tail || [_ | Tail] <- Rows].

%%! depth: 10
%%! covers: all
