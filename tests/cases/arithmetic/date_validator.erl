%%! explore: days/2
%% The days of a month: leap years by `rem`, and a month that was forgotten.
-module(date_validator).
-export([days/2]).

-spec days(1900..2100, 1..12) -> 28..31.
days(Year, 2) ->
    case is_leap(Year) of
        true -> 29;
        false -> 28
    end;
days(_, Month) when Month =:= 4; Month =:= 6; Month =:= 9 -> 30;
days(_, Month) when Month < 11; Month =:= 12 -> 31;
days(Year, Month) -> error({no_month, Year, Month}).
%%                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{no_month, _, 11}, days(_, 11)

is_leap(Year) when Year rem 400 =:= 0 -> true;
is_leap(Year) when Year rem 100 =:= 0 -> false;
is_leap(Year) -> Year rem 4 =:= 0.

%%! stop: exhausted
%%! covers: all
