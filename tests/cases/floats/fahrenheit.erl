%%! explore: boils/1
%% Linear arithmetic on floats.
-module(fahrenheit).
-export([boils/1]).

-spec boils(float()) -> boolean().
boils(Celsius) when Celsius > -300.0, Celsius < 1000.0 ->
    case Celsius * 9 / 5 + 32 of
        212.0 -> error(boiling);
%%               ^^^^^^^^^^^^^^ crash: error:boiling, boils(100.0)
        _ -> false
    end;
boils(_) -> false.
