%%! explore: root/1
%% Twelve steps towards a square root are too much for solvers, but the larger the number, the larger
%% the result: variations of the input that came nearest come nearer still.
-module(nearer_and_nearer).
-export([root/1]).

-spec root(pos_integer()) -> ok.
root(N) ->
    case newton(N, N, 12) of
        123456 -> error(found);
%%                ^^^^^^^^^^^^ crash: error:found, root(_)
        _ -> ok
    end.

newton(_, X, 0) -> X;
newton(N, X, Steps) -> newton(N, (X + N div X) div 2, Steps - 1).
%%! runs: 20000
