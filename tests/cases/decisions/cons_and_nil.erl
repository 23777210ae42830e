%%! explore: third/1
%% Lists are opened cell by cell; too short ones and improper ones fail in different places.
-module(cons_and_nil).
-export([third/1]).

third([]) -> none;
%%^^^ crash: error:function_clause, third(X) when not is_list(X)
third([_ | Tail]) -> second(Tail).

second([]) -> none;
%%^^^^ crash: error:function_clause, third([_ | X]) when not is_list(X)
second([_ | Tail]) -> first(Tail).

first([Third | _]) -> Third;
first([]) -> throw(too_short);
%%           ^^^^^^^^^^^^^^^^ crash: throw:too_short, third([_, _])
first(Other) -> error({improper, Other}).
%%              ^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{improper, _}, third([_, _ | X]) when not is_list(X)

%%! stop: exhausted
%%! complete
%%! covers: all
