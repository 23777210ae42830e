%%! explore: call/2
%% The input names the function: it is one of those that are exported, or none.
-module(function_by_name).
-export([call/2, twice/2, fail/2]).

-spec call(atom(), integer()) -> term().
call(Name, X) -> {done, function_by_name:Name(X, 1)}.

twice(X, _) -> X * 2.

fail(X, _) when X > 1000 -> error(large);
%%                          ^^^^^^^^^^^^ crash: error:large, call(fail, X) when X > 1000
fail(_, _) -> ok.

%% `call/2` itself wants a name, and has an integer.
%%! crash in function_by_name: error:badarg, call(call, _)
%%! crash in function_by_name: error:undef, call(Name, _) when Name =/= call, Name =/= twice, Name =/= fail
%%! stop: exhausted
%%! covers: all
%%! complete
