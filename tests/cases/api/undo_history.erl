%%! explore: api
%%! runs: 1000
%% To set what is set already counts as a step, and leaves nothing to undo.
-module(undo_history).
-export([new/1, set/2, undo/1, get/1]).
-export_type([history/0]).

-record(history, {now :: integer(), before = [] :: [integer()], steps = 0 :: non_neg_integer()}).
-opaque history() :: #history{}.

-spec new(integer()) -> history().
new(Value) -> #history{now = Value}.

-spec set(integer(), history()) -> history().
set(Value, #history{now = Value, steps = Steps} = History) ->
    History#history{steps = Steps + 1};
set(Value, #history{now = Now, before = Before, steps = Steps}) ->
    #history{now = Value, before = [Now | Before], steps = Steps + 1}.

-spec undo(history()) -> history().
undo(#history{steps = 0} = History) ->
    History;
undo(#history{before = Before, steps = Steps}) ->
    [Last | Rest] = Before,
%%  ^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, []}, api(Calls) when length(Calls) =< 3
    #history{now = Last, before = Rest, steps = Steps - 1}.

-spec get(history()) -> integer().
get(#history{now = Now}) -> Now.
