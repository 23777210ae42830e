%%! explore: toggle/1
%% A case without a clause for what the input makes of it.
-module(case_clause).
-export([toggle/1]).

-spec toggle({switch, on | off | broken}) -> on | off.
toggle({switch, State}) ->
    case State of
%%       ^^^^^ crash: error:{case_clause, broken}, toggle({switch, broken})
        on -> off;
        off -> on
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
