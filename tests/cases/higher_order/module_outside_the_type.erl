%%! explore: f/2
%%! runs: 40
%% The callback is not said to take 0, and the program gives it that.
-module(module_outside_the_type).
-export([f/2]).

-callback run(pos_integer()) -> atom().

-spec f(module(), integer()) -> atom().
f(Module, N) ->
    case erlang:function_exported(Module, run, 1) of
        true -> Module:run(N);
        false -> none
    end.

%%! outside a fun's type: f(M, N) when N < 1
