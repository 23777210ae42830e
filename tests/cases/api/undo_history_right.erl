%%! explore: api
%%! runs: 300
%%! verdict: no_crash_found
%% There are as many steps as there are values to go back to.
-module(undo_history_right).
-export([new/1, set/2, undo/1]).
-export_type([history/0]).

-record(history, {now :: integer(), before = [] :: [integer()], steps = 0 :: non_neg_integer()}).
-opaque history() :: #history{}.

-spec new(integer()) -> history().
new(Value) -> #history{now = Value}.

-spec set(integer(), history()) -> history().
set(Value, #history{now = Value} = History) -> History;
set(Value, #history{now = Now, before = Before, steps = Steps}) ->
    #history{now = Value, before = [Now | Before], steps = Steps + 1}.

-spec undo(history()) -> history().
undo(#history{steps = 0} = History) ->
    History;
undo(#history{before = [Last | Rest], steps = Steps}) ->
    #history{now = Last, before = Rest, steps = Steps - 1}.
