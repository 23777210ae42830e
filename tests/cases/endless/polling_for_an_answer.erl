%%! explore: poll/1
%% Asks its mailbox again and again for what only this run could send, and does not.
-module(polling_for_an_answer).
-export([poll/1]).
%%! reductions: 20000

-spec poll(boolean()) -> ok.
poll(false) -> ok;
poll(true) -> wait(make_ref()).

wait(Reference) ->
    receive
        {Reference, ok} -> ok
    after 0 -> wait(Reference)
    end.

%%! hang: poll(true)
%%! stop: exhausted
