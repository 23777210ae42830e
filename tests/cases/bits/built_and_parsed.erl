%%! explore: f/3
-module(built_and_parsed).
-export([f/3]).
-spec f(byte(), 0..16#ffff, binary()) -> ok | integer().
%% What is written is read again, with other boundaries.
f(Tag, Number, Body) ->
    Packet = <<Tag, Number:16/little, (byte_size(Body)):8, Body/binary>>,
    case Packet of
        <<2#101:3, X:9, 7:4, _/binary>> when X =:= 300 -> error(tag);
%%                                                        ^^^^^^^^^^ crash: error:tag, f(_, _, _)
        <<_, 513:16/big, 2, Y:16, _/binary>> -> 1 div (Y - 4660);
%%                                              ^^^^^^^^^^^^^^^^ crash: error:badarith, f(_, 258, <<16#12, 16#34>>)
        _ -> ok
    end.
%%! runs: 300
