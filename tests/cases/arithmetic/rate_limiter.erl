%%! explore: allow/3
%% A token bucket: the balance goes wrong when time runs backwards.
-module(rate_limiter).
-export([allow/3]).

-type bucket() :: {bucket, Tokens :: 0..10, Last :: non_neg_integer()}.

-spec allow(bucket(), Now :: non_neg_integer(), Cost :: 1..10) -> {boolean(), bucket()}.
allow({bucket, Tokens, Last}, Now, Cost) ->
    Refilled = min(10, Tokens + 2 * (Now - Last)),
    case Refilled - Cost of
        Left when Left >= 0 -> {true, {bucket, Left, Now}};
        _ when Refilled >= 0 -> {false, {bucket, Refilled, Now}};
        _ -> error({negative_balance, Refilled})
%%           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{negative_balance, _}, allow({bucket, T, L}, N, _) when T + 2 * (N - L) < 0
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
