%%! explore: f/2
%% Names that the input says: of a process that the run has registered, or of nobody.
-module(names_of_the_input).
-export([f/2]).

-spec f(atom(), atom()) -> ok.
f(Name, Other) ->
    register(the_one, self()),
    case whereis(Name) of
        undefined when Name =:= nobody_has_it -> error(nobody);
%%                                               ^^^^^^^^^^^^^ crash: error:nobody, f(nobody_has_it, _)
        Pid when Pid =:= self() -> Other ! hello;
%%                                 ^^^^^^^^^^^^^ crash: error:badarg, f(the_one, _)
        _ -> ok
    end,
    receive
        hello -> error(told)
%%               ^^^^^^^^^^^ crash: error:told, f(the_one, the_one)
    after 0 -> ok
    end.

