%%! explore: f/1
-module(record_with_a_map).
-export([f/1]).
-record(order, {id :: pos_integer(), lines = #{} :: #{atom() => integer()}}).
-spec f(#order{}) -> ok.
f(#order{id = 7, lines = #{apple := N}}) when N > 100 -> error(too_many);
%%                                                       ^^^^^^^^^^^^^^^ crash: error:too_many, f({order, 7, #{apple := N}}) when N > 100
f(#order{}) -> ok.
%%! covers: all
