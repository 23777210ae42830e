%%! explore: total/2
%% Arithmetic on what is no number, and division by zero, each where it happens.
-module(badarith).
-export([total/2]).

total(Price, Amount) ->
    Sum = Price * Amount,
%%        ^^^^^^^^^^^^^^ crash: error:badarith, total(P, A) when not is_number(P); not is_number(A)
    Share = Sum / Amount,
%%          ^^^^^^^^^^^^ crash: error:badarith, total(P, A) when is_number(P), A == 0
    {Sum, Share}.

%%! covers: all
