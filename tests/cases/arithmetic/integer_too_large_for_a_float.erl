%%! explore: half/1
%% An integer of four hundred digits is no float: there is no proof that `/` never fails.
-module(integer_too_large_for_a_float).
-export([half/1]).

-spec half(integer()) -> float().
half(X) -> X / 2.

%%! verdict: no_crash_found
%%! known-wrong: half(1 bsl 1025) is badarith, but when integers become too large is not followed
