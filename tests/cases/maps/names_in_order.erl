%%! explore: order/1
%% Values that are compared with each other, wherever they are in the map.
-module(names_in_order).
-export([order/1]).

-spec order(#{first := atom(), second := atom()}) -> term().
order(#{first := First, second := Second}) when First < Second -> ok;
order(#{first := Same, second := Same}) -> same;
order(#{first := First}) -> error({falling, First}).
%%                          ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{falling, _}, order(#{first := A, second := B}) when A > B

%%! stop: exhausted
%%! complete
%%! covers: all
