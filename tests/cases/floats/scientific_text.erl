%%! explore: f/1
%% As many digits as are asked for, with an exponent.
-module(scientific_text).
-export([f/1]).

-spec f(float()) -> atom().
f(Number) ->
    case float_to_binary(Number, [{scientific, 3}]) of
        <<"-7.500e-01">> -> error(found);
%%                          ^^^^^^^^^^^^ crash: error:found, f(Number) when Number >= -0.75051, Number =< -0.74949
        _ -> ok
    end.

%%! runs: 5000
