%%! explore: f/1
%% Nobody's pids, ports and references are made up where only they will do.
-module(pids_are_made_up).
-export([f/1]).

f(Pid) when is_pid(Pid) -> error(pid);
%%                         ^^^^^^^^^^ crash: error:pid, f(P) when is_pid(P)
f({Port, _}) when is_port(Port) -> error(port);
%%                                 ^^^^^^^^^^^ crash: error:port, f({P, _}) when is_port(P)
f([One, Other | _]) when is_reference(One), is_reference(Other), One =/= Other -> error(references);
%%                                                                                ^^^^^^^^^^^^^^^^^ crash: error:references, f([A, B | _]) when is_reference(A), is_reference(B), A =/= B
f(_) -> false.

%%! verdict: crash
%%! covers: all
