%%! explore: day/1
%% OTP's own calendar: the day after the 28th of February.
-module(leap_day).
-export([day/1]).

-spec day(2000..2100) -> atom().
day(Year) ->
    case calendar:last_day_of_the_month(Year, 2) of
        29 when Year rem 20 =:= 0, Year > 2050 -> error({leap, Year});
%%                                                ^^^^^^^^^^^^^^^^^^^ crash: error:{leap, _}, day(Y) when Y rem 4 =:= 0
        _ -> plain
    end.
