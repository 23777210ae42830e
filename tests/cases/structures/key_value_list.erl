%%! explore: config/1
%% `lists:keyfind/3` on a list from outside: the entry is there, but of the wrong kind.
-module(key_value_list).
-export([config/1]).

-spec config([{atom(), term()}]) -> number().
config(Options) ->
    case lists:keyfind(timeout, 1, Options) of
        {timeout, Value} -> Value * 1000;
%%                          ^^^^^^^^^^^^ crash: error:badarith, config([{timeout, V}]) when not is_number(V)
        false -> 5000
    end.

%%! depth: 10
%%! covers: all
