%%% What does a fun of a seed do?
%%%
%%% The user wrote it, so it runs as it is; what it returns is noted, so that a fun can be made up that
%%% returns the same, and that it raised something, which is not the fault of the program.
%%% (`answered/3` and `raised/2` are natives.)
-module(ermine_own_funs).
-export([watch/2]).

watch(Fun, Arguments) ->
    try apply(Fun, Arguments) of
        Result ->
            ermine_own_funs:answered(Fun, Arguments, Result),
            Result
    catch
        Class:Reason:Stack ->
            ermine_own_funs:raised(Class, Reason),
            erlang:raise(Class, Reason, Stack)
    end.
