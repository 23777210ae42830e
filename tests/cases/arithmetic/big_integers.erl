%%! explore: big/1
%% Numbers beyond 64 bits are numbers like others.
-module(big_integers).
-export([big/1]).

-spec big(integer()) -> atom().
big(N) when N > 100000000000000000000000000, N < 100000000000000000000000002 -> error({big, N});
%%                                                                              ^^^^^^^^^^^^^^^ crash: error:{big, _}, big(100000000000000000000000001)
big(N) when N + 36893488147419103232 =:= 0 -> error(minus_two_to_the_65);
%%                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:minus_two_to_the_65, big(-36893488147419103232)
big(_) -> small.

%%! stop: exhausted
%%! complete
%%! covers: all
