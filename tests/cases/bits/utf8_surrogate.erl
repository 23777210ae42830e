%%! explore: f/1
-module(utf8_surrogate).
-export([f/1]).
-spec f(binary()) -> non_neg_integer() | invalid.
%% A decoder by hand that is too strict about one code point, and forgets about surrogates.
f(<<A>>) when A < 16#80 -> A;
f(<<2#110:3, A:5, 2#10:2, B:6>>) when A > 1 -> A bsl 6 + B;
f(<<2#1110:4, A:4, 2#10:2, B:6, 2#10:2, C:6>>) ->
    Point = (A bsl 12) + (B bsl 6) + C,
    <<_/utf8>> = <<Point/utf8>>,
%%               ^^^^^^^^^^^^^^ crash: error:badarg, f(<<16#e:4, _:4, _, _>>)
    if
        Point =:= 16#20ac -> error(euro);
%%                           ^^^^^^^^^^^ crash: error:euro, f(<<16#20ac/utf8>>)
        true -> Point
    end;
f(_) -> invalid.
%%! stop: exhausted
