%%! explore: validate/1
%% `error/1` and `error/2` with terms of the program's own, told apart by their shape.
-module(error_terms).
-export([validate/1]).

-spec validate(#{} | {age, integer()} | {name, [char()]}) -> ok.
validate({age, Age}) when Age < 0 -> error({invalid, age, Age});
%%                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{invalid, age, _}, validate({age, A}) when A < 0
validate({age, Age}) when Age > 150 -> error({too_old, Age}, [Age]);
%%                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{too_old, _}, validate({age, A}) when A > 150
validate({name, ""}) -> error(empty);
%%                      ^^^^^^^^^^^^ crash: error:empty, validate({name, []})
validate(_) -> ok.

%%! stop: exhausted
%%! complete
%%! covers: all
