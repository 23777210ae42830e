%%! explore: tariff/2
%% Elements of tables that are compared: with a number, and with each other.
-module(table_order).
-export([tariff/2]).

-spec tariff(integer(), integer()) -> ok.
tariff(Weight, Distance) when Weight > 0, Weight < 6, Distance > 0, Distance < 5 ->
    Base = element(Weight, {2, 3, 5, 7, 11}),
    Rate = element(Distance, {none, 1, 10, 11}),
    if
        Base > 7, Rate =:= none -> error(free_of_charge);
%%                                 ^^^^^^^^^^^^^^^^^^^^^ crash: error:free_of_charge, tariff(5, 1)
        Rate =:= Base -> error(same);
%%                       ^^^^^^^^^^^ crash: error:same, tariff(5, 4)
        true -> ok
    end;
tariff(_, _) -> ok.

%%! covers: all
