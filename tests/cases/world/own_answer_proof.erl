%%! explore: ask/1
%% Nobody else knows the reference: the receive does not depend on the mailbox of the caller.
-module(own_answer_proof).
-export([ask/1]).

-spec ask(integer()) -> integer().
ask(N) ->
    Reference = make_ref(),
    self() ! {Reference, N},
    Answer = receive {Reference, M} -> M end,
    receive {Reference, _} -> error(twice) after 0 -> Answer end.

%%! stop: exhausted
%%! verdict: proved
