%%! explore: price/1
%% A key that is not in a map: which keys are, the program says itself.
-module(badkey).
-export([price/1]).

-spec price(apple | pear | plum) -> integer().
price(Fruit) ->
    Prices = #{apple => 3, pear => 4},
    maps:get(Fruit, Prices).
%%! verdict: no_crash_found
%%! known-wrong: price(plum) crashes, but keys of maps are not followed yet
