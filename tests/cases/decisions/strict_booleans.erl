%%! explore: vote/2
%% `and`, `or`, `xor` and `not` look at both operands, and want booleans.
-module(strict_booleans).
-export([vote/2]).

vote(A, B) ->
    case {A and B, A or B} of
%%        ^^^^^^^ crash: error:badarg, vote(A, B) when not is_boolean(A); not is_boolean(B)
        {true, true} -> unanimous;
        {false, false} when not B -> rejected;
        {false, true} when A xor B, A -> error(split);
%%                                       ^^^^^^^^^^^^ crash: error:split, vote(true, false)
        {false, true} -> split
    end.

%%! stop: exhausted
%%! covers: all
