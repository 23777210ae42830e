%%! explore: inside/1
%% Between two whole numbers.
-module(floor_and_ceiling).
-export([inside/1]).

-spec inside(float()) -> atom().
inside(X) when X > 0.0, X < 10.0 ->
    case {floor(X), ceil(X)} of
        {3, 4} -> error(inside);
%%                ^^^^^^^^^^^^^ crash: error:inside, inside(X) when X > 3.0, X < 4.0
        _ -> outside
    end;
inside(_) -> outside.

%%! covers: all
