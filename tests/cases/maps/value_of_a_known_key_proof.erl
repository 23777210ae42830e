%%! explore: values/1
%% Going through a map whose type names the keys: each value is of the type of its key.
-module(value_of_a_known_key_proof).
-export([values/1]).

-spec values(#{query => binary(), port => integer()}) -> [ok].
values(Map) -> [value(Key, Value) || {Key, Value} <- maps:to_list(Map)].

value(query, Value) when is_binary(Value) -> ok;
value(port, Value) when is_integer(Value) -> ok.

%%! verdict: proved
