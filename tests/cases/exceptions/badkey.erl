%%! explore: price/1
%% A key that is not in a map: which keys are, the program says itself.
-module(badkey).
-export([price/1]).

-spec price(apple | pear | plum) -> integer().
price(Fruit) ->
    Prices = #{apple => 3, pear => 4},
    maps:get(Fruit, Prices).
%%  ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badkey, plum}, price(plum)

%%! stop: exhausted
%%! complete
