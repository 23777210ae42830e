%%! explore: f/1
-module(split_fields).
-export([f/1]).
-spec f(binary()) -> binary() | none.
%% "key=value": the key "id" needs a value.
f(Line) ->
    case binary:split(Line, <<"=">>) of
        [<<"id">>, Value] when byte_size(Value) > 0 -> Value;
        [<<"id">>, <<>>] -> error(empty);
%%                          ^^^^^^^^^^^^ crash: error:empty, f(<<"id=">>)
        [_, _] -> none;
        [_] -> none
    end.
%%! depth: 30
%%! runs: 1000
