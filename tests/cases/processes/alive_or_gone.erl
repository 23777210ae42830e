%%! explore: f/1
%% Whoever asks about a process may be asked about itself: the only one of which it is known that it lives.
-module(alive_or_gone).
-export([f/1]).

-spec f(pid()) -> ok.
f(P) ->
    case is_process_alive(P) of
        true -> error(alive);
%%              ^^^^^^^^^^^^ crash: error:alive, f(P) when is_pid(P)
        false -> ok
    end.

%%! covers: all
