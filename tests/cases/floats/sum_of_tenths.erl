%%! explore: is_it/1
%% 0.1 + 0.2 is not 0.3.
-module(sum_of_tenths).
-export([is_it/1]).

-spec is_it(float()) -> boolean().
is_it(X) when X == 0.3 -> false;
is_it(X) when X == 0.1 + 0.2 -> error(found);
%%                              ^^^^^^^^^^^^ crash: error:found, is_it(0.30000000000000004)
is_it(_) -> false.

%%! covers: all
