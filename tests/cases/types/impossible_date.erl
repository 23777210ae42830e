%%! explore: f/3
%%! depth: 20
-module(impossible_date).
-export([f/3]).
-spec f(calendar:year(), calendar:month(), calendar:day()) -> calendar:daynum().
f(Year, Month, Day) -> calendar:day_of_the_week(Year, Month, Day).
%%! crash in calendar: error:if_clause, f(_, Month, Day) when Month =:= 2; Day =:= 31
