%%! explore: f/1
-module(expected_exceptions).
-export([f/1]).
-ermine([{expect, f/1, {error, badarg}}, {expect, f/1, {exit, {shutdown, '_'}}}]).
-spec f(integer()) -> ok.
f(1) -> error(badarg);
f(2) -> exit({shutdown, now});
f(3) -> exit(shutdown);
%%      ^^^^^^^^^^^^^^ crash: exit:shutdown, f(3)
f(_) -> ok.
%%! stop: exhausted
%%! complete
