%%! explore: f/1
-module(tlv_records).
-export([f/1]).
-spec f(binary()) -> term().
%% Type, length, value; the third record of a message is the one that goes wrong.
f(Message) -> records(Message, 1).

records(<<Type, Len, Value:Len/binary, Rest/binary>>, Number) ->
    check(Type, Number, Value),
    records(Rest, Number + 1);
records(<<>>, Number) -> Number.
%%! crash in tlv_records: error:function_clause, f(_)

check(7, 3, <<Port:16>>) -> 1000 div (Port - 8080);
%%                          ^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, f(<<_, A, _:A/binary, _, B, _:B/binary, 7, 2, 8080:16, _/binary>>)
check(_, _, _) -> ok.
%%! runs: 3000
