%%! explore: same/1
%% Beyond 2^53 not every integer is a float: two of them become the same.
-module(beyond_two_to_53).
-export([same/1]).

-spec same(integer()) -> atom().
same(N) when N =/= 9007199254740992 ->
    case float(N) =:= 9007199254740992.0 of
%%       ^^^^^^^^ crash: error:badarg, same(N) when abs(N) > 1 bsl 1023
        true -> error(lost);
%%              ^^^^^^^^^^^ crash: error:lost, same(9007199254740993)
        false -> fine
    end;
same(_) -> fine.
