%%! explore: f/1
%%! known-wrong: what is inside of maps is not followed yet; it is error:too_many, f({order, 7, #{apple := N}}) when N > 100
-module(record_with_a_map).
-export([f/1]).
-record(order, {id :: pos_integer(), lines = #{} :: #{atom() => integer()}}).
-spec f(#order{}) -> ok.
f(#order{id = 7, lines = #{apple := N}}) when N > 100 -> error(too_many);
f(#order{}) -> ok.
%%! verdict: no_crash_found
