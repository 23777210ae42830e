%%! explore: f/1
%% The shortest text of a float: of a few digits it is found.
-module(shortest_text).
-export([f/1]).

-spec f(float()) -> atom().
f(Number) when Number > 1.0, Number < 100.0 ->
    case float_to_list(Number, [short]) of
        "7.25" -> error(found);
%%                ^^^^^^^^^^^^ crash: error:found, f(7.25)
        _ -> ok
    end;
f(_) -> other.
%%! runs: 5000
