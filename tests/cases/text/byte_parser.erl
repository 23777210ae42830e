%%! explore: byte/1
%% An integer parser by hand that forgets its range.
-module(byte_parser).
-export([byte/1]).

-spec byte([0..255]) -> integer() | error.
byte(Text) -> byte(Text, 0).

byte([Digit | Rest], Sum) when Digit >= $0, Digit =< $9 ->
    byte(Rest, Sum * 10 + Digit - $0);
byte([], Sum) when Sum > 255, Sum < 1000 -> error({overflow, Sum});
%%                                          ^^^^^^^^^^^^^^^^^^^^^^ crash: error:{overflow, _}, byte(_)
byte([], Sum) -> Sum;
byte(_, _) -> error.

%%! depth: 20
%%! covers: all
