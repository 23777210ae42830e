%%! explore: may_enter/3
%% Short-circuit operators decide one operand at a time, and fail if one is no boolean.
-module(andalso_orelse).
-export([may_enter/3]).

may_enter(IsMember, HasTicket, Age) ->
    case IsMember orelse HasTicket andalso Age >= 18 of
%%       ^^^^^^^^ crash: error:{badarg, _}, may_enter(A, B, _) when not is_boolean(A); not A, not is_boolean(B)
        true when Age =:= 99 -> error(too_old);
%%                              ^^^^^^^^^^^^^^ crash: error:too_old, may_enter(_, _, 99)
        true -> yes;
        false -> no
    end.

%%! stop: exhausted
%%! covers: all
