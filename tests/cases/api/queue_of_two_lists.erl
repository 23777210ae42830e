%%! explore: api
%%! runs: 1000
%%! verdict: no_crash_found
%% The first list is empty only if the second is.
-module(queue_of_two_lists).
-export([new/0, in/2, out/1]).
-export_type([queue/0]).

-opaque queue() :: {[integer()], [integer()]}.

-spec new() -> queue().
new() -> {[], []}.

-spec in(integer(), queue()) -> queue().
in(X, {[], []}) -> {[X], []};
in(X, {[_ | _] = Out, In}) -> {Out, [X | In]}.

-spec out(queue()) -> {integer(), queue()} | empty.
out({[], []}) -> empty;
out({[X], In}) -> {X, {lists:reverse(In), []}};
out({[X | Out], In}) -> {X, {Out, In}}.
