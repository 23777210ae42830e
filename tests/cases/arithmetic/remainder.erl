%%! explore: shard/1
%% A number by its remainders (the Chinese remainder theorem).
-module(remainder).
-export([shard/1]).

-spec shard(non_neg_integer()) -> atom().
shard(N) when N rem 3 =:= 2, N rem 5 =:= 3, N rem 7 =:= 2, N < 105 -> error(twenty_three);
%%                                                                    ^^^^^^^^^^^^^^^^^^^ crash: error:twenty_three, shard(23)
shard(_) -> other.

%%! covers: all
