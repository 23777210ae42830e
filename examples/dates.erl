%% Dates as people write them: "2024-02-29". The length of a month is looked up in a tuple, and
%% the month is whatever was typed.
-module(dates).
-export([parse/1, day_of_year/1]).

-type date() :: {Year :: integer(), Month :: integer(), Day :: integer()}.

-spec parse(string()) -> {ok, date()} | {error, atom()}.
parse([Y1, Y2, Y3, Y4, $-, M1, M2, $-, D1, D2]) ->
    case lists:all(fun is_digit/1, [Y1, Y2, Y3, Y4, M1, M2, D1, D2]) of
        true -> check(number([Y1, Y2, Y3, Y4]), number([M1, M2]), number([D1, D2]));
        false -> {error, not_a_number}
    end;
parse(_) ->
    {error, bad_format}.

-spec check(integer(), integer(), integer()) -> {ok, date()} | {error, atom()}.
check(Year, Month, Day) ->
    case Day >= 1 andalso Day =< days(Year, Month) of
        true -> {ok, {Year, Month, Day}};
        false -> {error, no_such_day}
    end.

%% The number of a day within its year.
-spec day_of_year(date()) -> pos_integer().
day_of_year({Year, Month, Day}) ->
    lists:sum([days(Year, Earlier) || Earlier <- lists:seq(1, Month - 1)]) + Day.

-spec days(integer(), integer()) -> 28..31.
days(Year, 2) when Year rem 4 =:= 0, Year rem 100 =/= 0; Year rem 400 =:= 0 ->
    29;
days(_Year, Month) ->
    element(Month, {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}).

-spec is_digit(char()) -> boolean().
is_digit(Character) ->
    Character >= $0 andalso Character =< $9.

-spec number([char()]) -> non_neg_integer().
number(Digits) ->
    lists:foldl(fun(Digit, Number) -> 10 * Number + Digit - $0 end, 0, Digits).
