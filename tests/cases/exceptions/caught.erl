%%! explore: safe_div/2
%% What is caught is no crash: every class and reason has its handler.
-module(caught).
-export([safe_div/2]).

safe_div(A, B) ->
    try A div B of
        Q -> {ok, Q}
    catch
        error:badarith when B =:= 0 -> {error, zero};
        error:badarith -> {error, not_integers}
    end.

%%! covers: all
