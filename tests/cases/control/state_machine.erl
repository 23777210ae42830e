%%! explore: door/1
%% A door with a lock: a sequence of four events leads where no one thought.
-module(state_machine).
-export([door/1]).

-type event() :: open | close | lock | unlock | kick.

-spec door([event()]) -> atom().
door(Events) -> door(Events, closed).

door([], State) -> State;
door([open | Rest], closed) -> door(Rest, opened);
door([close | Rest], opened) -> door(Rest, closed);
door([lock | Rest], closed) -> door(Rest, locked);
door([unlock | Rest], locked) -> door(Rest, closed);
door([kick | _], locked) -> exit(broken);
%%                          ^^^^^^^^^^^^ crash: exit:broken, door([lock, kick])
door([lock | Rest], opened) -> door(Rest, wedged);
door([close | _], wedged) -> error(bolt_in_the_way);
%%                           ^^^^^^^^^^^^^^^^^^^^^^ crash: error:bolt_in_the_way, door([open, lock, close])
door([_ | Rest], State) -> door(Rest, State).

%%! depth: 6
%%! covers: all
