%%! explore: apply_all/2
%% Without a spec, a fun may return anything.
-module(badly_typed_answer).
-export([apply_all/2]).

apply_all(F, Number) when is_function(F, 1), is_integer(Number) ->
    F(Number) + 1;
%%  ^^^^^^^^^^^^^ crash: error:badarith, apply_all(F, N) when is_function(F, 1), is_integer(N)
apply_all(_, _) ->
    none.

%%! stop: exhausted
%%! covers: all
