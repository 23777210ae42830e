%%! explore: f/2
%%! no-spec
-module(construction_badarg).
-export([f/2]).
f(X, Y) ->
    Head = <<X:8>>,
%%         ^^^^^^^ crash: error:badarg, f(X, _) when not is_integer(X)
    <<Head/binary, Y/binary>>.
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, f(_, Y) when not is_binary(Y)
%%! stop: exhausted
