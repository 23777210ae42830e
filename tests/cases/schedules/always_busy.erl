%%! explore: f/1
%%! schedules: 100
-module(always_busy).
-export([f/1]).

%% Each time it asks with a new reference, and is told to come again.
-spec f(integer()) -> ok.
f(Load) ->
    ask(spawn(fun() -> serve(Load) end)).

ask(Server) ->
    Ref = make_ref(),
    Server ! {self(), Ref},
    receive
        {Ref, ok} -> ok;
        {Ref, busy} -> ask(Server)
    end.

serve(Load) ->
    receive
        {From, Ref} when Load > 1000 -> From ! {Ref, busy}, serve(Load);
        {From, Ref} -> From ! {Ref, ok}
    end.
%%! hang: f(_)
