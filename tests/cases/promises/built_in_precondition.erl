%%! explore: f/1
-module(built_in_precondition).
-export([f/1]).
-ermine({pre, f/1, {erlang, is_integer, 1}}).
f(5) -> error(five);
%%      ^^^^^^^^^^^ crash: error:five, f(5)
f(Number) when is_integer(Number) -> ok.
%%! stop: exhausted
%%! complete
