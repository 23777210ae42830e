%%! explore: f/1
%% One function, called with different arguments.
-module(module_answers_differ).
-export([f/1]).

-spec f(module()) -> boolean().
f(Module) ->
    A = Module:price(1),
%%      ^^^^^^^^^^^^ crash: error:undef, f(_)
    B = Module:price(2),
    A =:= 10 andalso B =:= 20 andalso error(bug).
%%                                    ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
