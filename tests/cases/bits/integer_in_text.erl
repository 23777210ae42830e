%%! explore: f/1
-module(integer_in_text).
-export([f/1]).
-spec f(binary()) -> integer().
f(Text) when byte_size(Text) < 4 ->
    case binary_to_integer(Text) of
%%       ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, f(_)
        -42 -> error(answer);
%%             ^^^^^^^^^^^^^ crash: error:answer, f(<<"-42">>)
        407 -> error(code);
%%             ^^^^^^^^^^^ crash: error:code, f(<<"407">>)
        Number -> Number
    end;
f(_) -> 0.
%%! stop: exhausted
