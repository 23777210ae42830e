%%! explore: f/1
%% Waits for something in a table of its own, where nobody else puts anything.
-module(own_table).
-export([f/1]).
%%! reductions: 20000

-spec f(1..2) -> ok.
f(1) -> wait(ets:new(things, []));
f(2) -> ok.

wait(Table) ->
    case ets:lookup(Table, something) of
        [] -> wait(Table);
        _ -> ok
    end.

%%! hang: f(1)
%%! stop: exhausted
