%%! explore: pick/2
%% A receive takes the first message that fits, not the first one. Whether it finds one when none of its
%% own does depends on what the caller has in the mailbox.
-module(selective_receive).
-export([pick/2]).

pick(A, B) ->
    self() ! A,
    self() ! B,
    receive
        urgent -> late(B);
        {later, X} -> X
    after 0 ->
        nothing
    end.

late(urgent) -> both;
late({later, boom}) -> error(boom);
%%                     ^^^^^^^^^^^ crash: error:boom, pick(urgent, {later, boom})
late(_) -> one.

%%! stop: exhausted
%%! verdict: crash
