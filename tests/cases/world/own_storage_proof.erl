%%! explore: keep/1
%% What the run itself has put there is no question to the world.
-module(own_storage_proof).
-export([keep/1]).

-spec keep(boolean()) -> boolean().
keep(Flag) ->
    put(flag, set),
    Table = ets:new(kept, [named_table]),
    ets:insert(kept, {number, 1}),
    [{number, 1}] = ets:lookup(Table, number),
    register(keeper, self()),
    true = whereis(keeper) =:= self(),
    persistent_term:put(kept, 1),
    1 = persistent_term:get(kept),
    set = get(flag),
    Flag.

%%! stop: exhausted
%%! verdict: proved
