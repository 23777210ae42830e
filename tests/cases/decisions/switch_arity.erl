%%! explore: handle/1
%% Requests are told apart by the size of a tuple before anything in it is looked at.
-module(switch_arity).
-export([handle/1]).

handle({ping}) -> pong;
%%^^^^ crash: error:function_clause, handle(_)
handle({get, Key}) -> {value, Key};
handle({put, Key, Value}) -> {stored, Key, Value};
handle({swap, Key, Old, New}) when Old =/= New -> {swapped, Key};
handle({swap, _, Same, Same}) -> error(nothing_to_swap).
%%                               ^^^^^^^^^^^^^^^^^^^^^^ crash: error:nothing_to_swap, handle({swap, _, Same, Same})

%%! stop: exhausted
%%! covers: all
