%%! explore: half/1
%% An integer of four hundred digits is no float.
-module(integer_too_large).
-export([half/1]).

-spec half(integer()) -> float().
half(X) -> X / 2.
%%         ^^^^^ crash: error:badarith, half(X) when abs(X) > 1 bsl 1023
