%%! explore: f/2
%% Nobody looks at the second argument, and it is the end of what is returned.
-module(result_with_another_end).
-export([f/2]).
-spec f(integer(), term()) -> [term()].
f(X, Rest) -> [X + 1, X | Rest].
%%! spec violation: f(_, Rest) when not is_list(Rest)
