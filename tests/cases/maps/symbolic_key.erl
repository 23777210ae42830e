%%! explore: price/2
%% The key comes from the input: it is one of the keys that the program wrote down, or none of them.
-module(symbolic_key).
-export([price/2]).

-spec price(atom(), integer()) -> integer().
price(Fruit, Amount) ->
    Prices = #{apple => 3, pear => 4, plum => Amount},
    case Prices of
        #{Fruit := Price} when Price > 1000 -> error({dear, Fruit});
%%                                             ^^^^^^^^^^^^^^^^^^^^ crash: error:{dear, plum}, price(plum, A) when A > 1000
        #{Fruit := Price} -> Price;
        #{} -> 0
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
