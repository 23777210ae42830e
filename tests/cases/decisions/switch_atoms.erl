%%! explore: next/1
%% A switch over atoms is one decision: every light is reached, and so is what is no light.
-module(switch_atoms).
-export([next/1]).

next(red) -> green;
%%^^ crash: error:function_clause, next(_)
next(green) -> yellow;
next(yellow) -> red;
next(blinking) -> exit(broken);
%%                ^^^^^^^^^^^^ crash: exit:broken, next(blinking)
next(off) -> off.

%%! stop: exhausted
%%! covers: all
