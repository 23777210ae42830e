%%! explore: visit/2
%% Names that stand for names, records, types of other modules and types with parameters: what they
%% stand for in the end is what inputs are made of.
-module(names_of_names).
-export([visit/2]).

-record(guest, {age = 1 :: small(), name = none :: label()}).

-type digit() :: 1..3.
-type small() :: digit().
-type tiny() :: small().
-type label() :: colour() | none.
-type colour() :: red | green.
-type guest() :: #guest{}.
-type visitor() :: guest().
-type time() :: calendar:time().
-type hour() :: time().
-type pair(T) :: {T, T}.
-type both() :: pair(tiny()).
-type knot() :: loop() | stop.
-type loop() :: knot().

-spec visit(visitor() | hour() | both() | [tiny()], knot()) -> ok.
visit(#guest{age = Age}, _) when Age < 1; Age > 3 -> error(no_age);
visit(#guest{age = 2, name = green}, stop) -> error(found);
%%                                            ^^^^^^^^^^^^ crash: error:found, visit({guest, 2, green}, stop)
visit(#guest{name = Name}, _) when Name =/= red, Name =/= green, Name =/= none -> error(no_name);
visit({H, M, S}, _) when H < 24, M < 60, S < 60 -> ok;
visit({A, B}, _) when A + B =:= 6 -> error(both);
%%                                   ^^^^^^^^^^^ crash: error:both, visit({3, 3}, _)
visit({A, B}, _) when A + B < 6, A > 0, B > 0 -> ok;
visit([X | _], _) when X > 3 -> error(no_digit);
visit(List, stop) when is_list(List) -> ok;
visit(#guest{}, stop) -> ok;
visit(_, _) -> error(nothing_else).
