%%! explore: f/3
%%! depth: 30
-module(valid_date).
-export([f/3]).
-ermine({pre, f/3, {calendar, valid_date, 3}}).
-spec f(calendar:year(), calendar:month(), calendar:day()) -> calendar:daynum().
f(Year, Month, Day) -> calendar:day_of_the_week(Year, Month, Day).
%%! verdict: proved
