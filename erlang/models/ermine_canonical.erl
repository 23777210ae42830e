%%% What does a made-up fun do that is more than to return a value?
%%%
%%% What is to be done is data that the fun holds; whoever looks it up comes here with it.
%%% (`raised/2` and `called/2` are natives: what a fun of the input raises is not the fault of the program,
%%% nor is what comes of a call that breaks the spec of what it calls.)
-module(ermine_canonical).
-export([call/3, attempt/3, raise/2]).

%% Calls what it was given, and decides on what comes back.
call(Fun, Arguments, Then) ->
    ermine_canonical:called(Fun, Arguments),
    Then(applied(Fun, Arguments)).

%% The same, and what is raised there is caught.
attempt(Fun, Arguments, Then) ->
    ermine_canonical:called(Fun, Arguments),
    Then(try applied(Fun, Arguments) catch _:_ -> caught end).

%% Whether what is raised is caught is asked when something is raised. Until then all happens at the same places.
applied(Fun, Arguments) ->
    apply(Fun, Arguments).

raise(Class, Reason) ->
    ermine_canonical:raised(Class, Reason),
    erlang:raise(Class, Reason, []).
