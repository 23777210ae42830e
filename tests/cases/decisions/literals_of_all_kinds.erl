%%! explore: name/1
%% Literals of many kinds in one position: a float, a string, a nested tuple, a big number.
-module(literals_of_all_kinds).
-export([name/1]).

name(0) -> zero;
name(1.5) -> three_halves;
name("on") -> on;
name({point, 0, 0}) -> origin;
name({point, 0, []}) -> error(no_point);
%%                      ^^^^^^^^^^^^^^^ crash: error:no_point, name({point, 0, []})
name(100000000000000000000) -> error(huge);
%%                             ^^^^^^^^^^^ crash: error:huge, name(100000000000000000000)
name("off") -> error(off);
%%             ^^^^^^^^^^ crash: error:off, name("off")
name(2.5) -> error(five_halves);
%%           ^^^^^^^^^^^^^^^^^^ crash: error:five_halves, name(2.5)
name(_) -> unknown.

%%! stop: exhausted
%%! complete
%%! covers: all
