%%! explore: ask/2
%% Whoever is asked the same gives the same answer: only for different arguments there are two.
-module(same_question_twice).
-export([ask/2]).

-spec ask(fun((integer()) -> integer()), {integer(), integer()}) -> integer().
ask(F, {X, X}) ->
    case F(X) =:= F(X) of
        true -> 0
    end;
ask(F, {X, Y}) ->
    10 div (F(Y) - F(X) - 7).
%%  ^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, ask(_, {X, Y}) when X =/= Y

%%! stop: exhausted
%%! covers: all
