%%! explore: dispatch/1
%% A function that does not exist, behind one of the commands.
-module(undef).
-export([dispatch/1]).

dispatch(start) -> started;
dispatch(stop) -> undef:halt_all(now);
%%                ^^^^^^^^^^^^^^^^^^^ crash: error:undef, dispatch(stop)
dispatch(_) -> ignored.

%%! stop: exhausted
%%! complete
%%! known-wrong: the call is a tail call, so no frame of the program is left with a line
