%%! explore: dispatch/1
%% A function that does not exist, behind one of the commands.
-module(undef).
-export([dispatch/1]).

dispatch(start) -> started;
dispatch(stop) -> undef:halt_all(now);
dispatch(_) -> ignored.

%%! stop: exhausted
%%! complete
%% It is the last call of dispatch/1, so no frame of the program is left that has a line.
%%! crash in undef: error:undef, dispatch(stop)
