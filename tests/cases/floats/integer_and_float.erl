%%! explore: mixed/2
%% An integer next to a float becomes one.
-module(integer_and_float).
-export([mixed/2]).

-spec mixed(0..100, float()) -> atom().
mixed(N, X) when X >= 0.0, X < 1.0 ->
    case N + X of
        41.5 -> error({found, N});
%%              ^^^^^^^^^^^^^^^^^ crash: error:{found, 41}, mixed(41, 0.5)
        _ -> other
    end;
mixed(_, _) -> other.
