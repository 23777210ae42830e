%%! explore: f/2
%% A key that comes from the input is one of those in the table, or it is not.
-module(table_key).
-export([f/2]).

-spec f(atom(), integer()) -> integer().
f(Name, Price) ->
    T = ets:new(t, [set]),
    ets:insert(T, {apple, 3}),
    ets:insert(T, {pear, 4}),
    case ets:lookup(T, Name) of
        [{pear, P}] when Price =:= P + 900 -> error({dear, Name});
%%                                            ^^^^^^^^^^^^^^^^^^^ crash: error:{dear, pear}, f(pear, 904)
        [{_, P}] -> P;
        [] ->
            true = ets:insert_new(T, {Name, Price}),
            false = ets:insert_new(T, [{apple, 1}, {plum, 1}]),
            true = ets:member(T, Name),
            [{Name, Price}] = ets:take(T, Name),
            false = ets:member(T, Name),
            2 = ets:info(T, size),
            0
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
