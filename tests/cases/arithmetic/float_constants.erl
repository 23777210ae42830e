%%! explore: grade/1
%% Floats between bounds, and one exact value.
-module(float_constants).
-export([grade/1]).

-spec grade(float()) -> atom().
grade(Points) when Points > 99.5, Points < 99.75 -> error(nearly_full);
%%                                                  ^^^^^^^^^^^^^^^^^^ crash: error:nearly_full, grade(P) when P > 99.5, P < 99.75
grade(Points) when Points =:= 12.25 -> error(exactly);
%%                                     ^^^^^^^^^^^^^^ crash: error:exactly, grade(12.25)
grade(Points) when Points + 0.5 =:= 2.0 -> error(sum);
%%                                         ^^^^^^^^^^ crash: error:sum, grade(1.5)
grade(_) -> some.

%%! covers: all
