%%! explore: start/1
%% `proc_lib` catches the exit of whom it started, and exits in its place: the place is where it was first.
-module(start_link_exits).
-export([start/1, init/2]).

-spec start(atom()) -> {ok, pid()} | {error, term()}.
start(Name) ->
    proc_lib:start_link(?MODULE, init, [self(), Name]).

init(_, bad) ->
    exit(no_such_name);
%%  ^^^^^^^^^^^^^^^^^^ crash: exit:no_such_name, start(bad)
init(Parent, _) ->
    proc_lib:init_ack(Parent, {ok, self()}).
