%%! explore: f/1
-module(found_text).
-export([f/1]).
-spec f(binary()) -> ok.
f(Text) when byte_size(Text) < 6 ->
    case binary:match(Text, [<<"ab">>, <<"abc">>]) of
        {1, 3} -> error(long);
%%                ^^^^^^^^^^^ crash: error:long, f(<<_, "abc", _/binary>>)
        {2, 2} -> error(short);
%%                ^^^^^^^^^^^^ crash: error:short, f(<<_, _, "ab", _/binary>>)
        _ -> ok
    end;
f(_) -> ok.
%%! stop: exhausted
