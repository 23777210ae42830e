%%! explore: first_negative/1
%% A throw used as an early exit is no crash.
-module(early_exit).
-export([first_negative/1]).

-spec first_negative([integer()]) -> none | {found, integer()}.
first_negative(List) ->
    try
        lists:foreach(fun(X) when X < 0 -> throw({found, X}); (_) -> ok end, List),
        none
    catch
        throw:{found, _} = Found -> Found
    end.

%%! depth: 9
%%! verdict: proved
