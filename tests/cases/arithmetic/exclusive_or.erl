%%! explore: unlock/1
%% A password behind `bxor`, `bnot` and `bsl`.
-module(exclusive_or).
-export([unlock/1]).

-spec unlock(0..65535) -> locked.
unlock(Code) ->
    case (Code bxor 16#5A5A) bsl 1 of
        16#1234 -> error(unlocked);
%%                 ^^^^^^^^^^^^^^^ crash: error:unlocked, unlock(16#5340)
        _ when bnot Code =:= -8 -> error(seven);
%%                                 ^^^^^^^^^^^^ crash: error:seven, unlock(7)
        _ -> locked
    end.

%%! covers: all
