%%% What does a made-up fun do that is more than to return a value?
%%%
%%% What is to be done is data that the fun holds; whoever looks it up comes here with it.
%%% (`raised/2` is a native: what a fun of the input raises is not the fault of the program.)
-module(ermine_canonical).
-export([call/3, raise/2]).

%% Calls what it was given, and decides on what comes back.
call(Fun, Arguments, Then) ->
    Then(apply(Fun, Arguments)).

raise(Class, Reason) ->
    ermine_canonical:raised(Class, Reason),
    erlang:raise(Class, Reason, []).
