%%! explore: f/1
%% The module calls the fun that it is given.
-module(module_calls_back).
-export([f/1]).

-callback with(fun((integer()) -> ok)) -> ok.

-spec f(module()) -> ok.
f(Module) ->
    Module:with(fun(N) when N =:= 77 -> error(bug);
%%  ^^^^^^^^^^^ crash: error:undef, f(_)
%%                                      ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
                   (_) -> ok
                end),
    ok.
