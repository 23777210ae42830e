%%! explore: f/1
%% All digits of a float, as `float_to_list/1` writes them: of halves, quarters and eighths they are followed.
-module(twenty_digits).
-export([f/1]).

-spec f(float()) -> atom().
f(Number) when Number > 10.0, Number < 100.0 ->
    case float_to_list(Number) of
        "4.25" ++ _ -> error(found);
%%                     ^^^^^^^^^^^^ crash: error:found, f(Number) when Number >= 42.5, Number < 42.6
        _ -> ok
    end;
f(_) -> other.

%%! runs: 5000
