%%! explore: open/1
%% A match that does not hold, with the value that did not fit.
-module(badmatch).
-export([open/1]).

open(Name) ->
    {ok, Handle} = lookup(Name),
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, {error, locked}}, open(vault)
    [Handle] = contents(Handle),
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, []}, open(X) when X =:= empty; X =:= {drawer, empty}
    Handle.

lookup(vault) -> {error, locked};
lookup({drawer, What}) -> {ok, What};
lookup(Other) -> {ok, Other}.

contents(empty) -> [];
contents(What) -> [What].

%%! stop: exhausted
%%! complete
%%! covers: all
