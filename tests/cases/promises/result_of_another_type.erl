%%! explore: f/1
-module(result_of_another_type).
-export([f/1]).
-spec f(integer()) -> ok | {error, atom()}.
f(17) -> {error, "seventeen"};
f(18) -> error;
f(_) -> ok.
%%! spec violation: f(17)
%%! spec violation: f(18)
%%! stop: exhausted
%%! complete
