%%! explore: f/1
%% A number of four characters that begins with a sign is below 1000: on such a path it is never late
%% enough. Another try is made at a text that came so far, with its first character a digit. Within 4,000
%% runs, 5 of 8 seeds of chance find it; within 8,000, all.
-module(dates_of_our_time).
-export([f/1]).

-spec f(string()) -> ok.
f(Text) ->
    try seconds(Text) of
        Seconds when Seconds < 0 -> ok;
        _ -> error(late)
%%           ^^^^^^^^^^^ crash: error:late, f([_ | _])
    catch
        _:_ -> ok
    end.

seconds([Y1, Y2, Y3, Y4, $-, Mon1, Mon2, $-, D1, D2, $T, H1, H2, $:, Min1, Min2, $:, S1, S2]) ->
    Hour = list_to_integer([H1, H2]),
    Minute = list_to_integer([Min1, Min2]),
    Second = list_to_integer([S1, S2]),
    Year = list_to_integer([Y1, Y2, Y3, Y4]),
    Month = list_to_integer([Mon1, Mon2]),
    Day = list_to_integer([D1, D2]),
    DateTime = {{Year, Month, Day}, {Hour, Minute, Second}},
    calendar:datetime_to_gregorian_seconds(DateTime) - 62_167_219_200.
%%! depth: 100
%%! runs: 8000
