%%! explore: value/1
%% A numeral in which a small letter stands before a larger one.
-module(roman_numbers).
-export([value/1]).

-spec value([$I | $V | $X]) -> integer().
value(Text) ->
    case sum(Text) of
        14 -> error(found);
%%            ^^^^^^^^^^^^ crash: error:found, value(_)
        N -> N
    end.

sum([$I, $V | Rest]) -> 4 + sum(Rest);
sum([$I, $X | Rest]) -> 9 + sum(Rest);
sum([$I | Rest]) -> 1 + sum(Rest);
sum([$V | Rest]) -> 5 + sum(Rest);
sum([$X | Rest]) -> 10 + sum(Rest);
sum([]) -> 0.

%%! depth: 12
%%! covers: all
